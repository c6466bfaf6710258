# Functions of a law choose a decimal comma, for the process and for the thread: all that the program writes has points.
mkdir locales && sh "$CASES/../../data/locale/make.sh" locales || exit
cat >comma.h <<'C'
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
static locale_t own;
__attribute__((destructor)) static void forget(void)
{
    if (own) freelocale(own);
}
static void choose(void)
{
    setlocale(LC_ALL, "comma");
    if (!own) own = duplocale(LC_GLOBAL_LOCALE);
    uselocale(own);
}
C
sed 's/(void)user;/(void)user; choose();/' "$CASES/../../../examples/density.c" >comma.c
LOCPATH=$PWD/locales
export LOCPATH
# A library that libmicrohttpd brings along has a locale of its own, whose path it never gives back.
echo leak:__argz_add_sep >leaks
LSAN_OPTIONS=suppressions=$PWD/leaks:print_suppressions=0
export LSAN_OPTIONS
settings="--expr sum(x^2)+0.5 --dim 2 --seed 3 --max-evals 60 --quiet"
"$NES" run $settings --density comma.c --cc-flags "-include ./comma.h" --out folder >table || exit
"$NES" run $settings --density "$CASES/../../../examples/density.c" >plain || exit
grep 'best\|theta' table >a && grep 'best\|theta' plain | diff a - && grep -c ' -\?[0-9]\.[0-9]' a
"$NES" show folder --json | grep -c '"theta":\[-\?[0-9]\.[0-9]*,'
