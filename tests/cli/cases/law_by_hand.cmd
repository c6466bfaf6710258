# Points of a density of one's own, measured by hand: `nes ask` and `nes tell` load it, too, from
# wherever they are called.
cp "$CASES/../../../examples/density.c" mixture.c
settings="--dim 2 --density mixture.c --seed 7 --popsize 12 --max-evals 36"
"$NES" run --by-hand $settings --out lab
mkdir elsewhere && cd elsewhere
while "$NES" ask ../lab >points 2>why && grep -qv '#' points; do
    grep -v '#' points | awk '{ printf "%s %.17g\n", $1, $2 * $2 + $3 * $3 }' | "$NES" tell ../lab >>told
done
cd ..
"$NES" show lab --json >shown
"$NES" run --expr 'x1*x1 + x2*x2' $settings --json --quiet >run
for field in best_f evaluations theta; do
    sed "s/.*\"$field\":\(\[[^]]*\]\|[^,}]*\).*/$field \1/" shown
    sed "s/.*\"$field\":\(\[[^]]*\]\|[^,}]*\).*/$field \1/" run
done | uniq -c | awk '{ print $1, $2 }'
mv mixture.c gone.c
"$NES" ask lab
