# A function with noise of its own: the mean comes first, with the value found there.
printf '%s\n' '#include <stddef.h>' '#include <stdlib.h>' 'double objective(size_t n, const double *x)' \
    '{ double s = 0; for (size_t i = 0; i < n; i++) s += x[i] * x[i]; return s + rand() / (RAND_MAX + 1.0); }' > noisy.c
for word in '--noise auto' '--noisy' '--noisy auto'; do
    "$NES" run --c noisy.c --dim 3 --max-evals 3000 --quiet $word |
        awk '/^  (mean|value there|best value|evaluations)/ { printf "%s ", $1 } /^  evaluations/ { print $2 }'
done
"$NES" run --expr 'sum(x^2)' --dim 3 --noise auto --quiet | grep -c 'value there'
rm noisy.c
