# A density of one's own, as C source, as C++, and as a library under another name, makes one run. It
# is the same after an interruption, and theta is in the table, in JSON and in the folder.
cp "$CASES/../../../examples/density.c" mixture.c
settings="--expr min(0.1*(x1+3)^2+1,2*(x1-3)^2) --dim 1 --popsize 50 --seed 2 --quiet --json"
field() { sed "s/.*\"$1\":\(\[[^]]*\]\|[^,]*\).*/\1/"; }
"$NES" run $settings --density mixture.c --max-evals 3000 >whole
field theta <whole | awk -F '[],[]' '{ printf "%d parameters, second mean %.1f\n", NF - 2, $3 }'
field mean_x <whole

# C++ needs no extern "C".
cp mixture.c mixture.cpp
"$NES" run $settings --density mixture.cpp --max-evals 3000 >cpp
sed 's/\*density(/*two(/' mixture.c >two.c
printf '#include <nes/density.h>\nconst nes_density *two(size_t dim);\n' >two.h
cc -O2 -shared -fPIC -I "$CASES/../../../include" -include ./two.h -o two.so two.c -lm
"$NES" run $settings --density two.so:two --max-evals 3000 >library
"$NES" run $settings --density mixture.c --max-evals 1000 --out folder >part
"$NES" show folder --json | field theta >shown
field theta <part | diff - shown && "$NES" show folder | grep -c '^  theta '
"$NES" resume folder --max-evals 3000 --json --quiet >resumed
for other in cpp library resumed; do
    for name in theta best_f evaluations; do
        field $name <whole >a && field $name <$other >b && cmp a b
    done
done
for name in theta best_f; do "$NES" show folder --json | field $name >a && field $name <whole | cmp - a; done
"$NES" show folder --json | field best_x | head -c 4
echo
