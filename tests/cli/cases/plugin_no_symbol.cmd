printf 'double f(unsigned long n, const double *x);\ndouble f(unsigned long n, const double *x) { return n * x[0]; }\n' > p.c
cc -shared -fPIC -o p.so p.c && "$NES" run --plugin ./p.so:g --dim 2
