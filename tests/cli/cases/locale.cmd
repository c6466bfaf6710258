# An objective in this process chooses a decimal comma, for the process and for the thread: all that the
# program writes has points, and it reads its own files.
mkdir locales && sh "$CASES/../../data/locale/make.sh" locales || exit
cat >f.c <<'C'
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <math.h>
#include <stddef.h>
double objective(size_t n, const double *x)
{
    static _Thread_local locale_t own;
    if (setlocale(LC_ALL, "comma") == NULL) return NAN;
    if (!own) own = duplocale(LC_GLOBAL_LOCALE);
    uselocale(own);
    double sum = 0.5;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}
C
LOCPATH=$PWD/locales
export LOCPATH
# A library that libmicrohttpd brings along has a locale of its own, whose path it never gives back.
echo leak:__argz_add_sep >leaks
LSAN_OPTIONS=suppressions=$PWD/leaks:print_suppressions=0
export LSAN_OPTIONS
settings="--c f.c --dim 2 --x0 1.5 --sigma 0.25 --seed 3 --max-evals 60 --popsize 6 --model off --no-isolate"
for jobs in 1 3; do
    "$NES" run $settings --jobs $jobs --out run$jobs --keep-evals yes --quiet >all || exit
    grep -v '^  seconds\|^  places\|^  folder\|^  to go on' all >text$jobs
    "$NES" resume run$jobs --max-evals 72 --quiet >more || exit
    cat all more | grep '[0-9],[0-9]'
done
diff text1 text3
"$NES" run $settings --json >json || exit
grep -c '"best_f":0\.5' json
"$NES" show run1 --json | grep -c '"best_f":0\.5'
