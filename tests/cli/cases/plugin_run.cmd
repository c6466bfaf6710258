printf 'double f(unsigned long n, const double *x);\ndouble f(unsigned long n, const double *x) { return n + x[0] * x[0]; }\n' > p.c
cc -shared -fPIC -o p.so p.c && echo 3 4 | "$NES" eval --plugin ./p.so:f --dim 2
