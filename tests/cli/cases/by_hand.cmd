# Values are told by hand, the last first, one generation after the other. The run is the same as that
# of the formula.
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 61 --model off"
"$NES" run --by-hand $settings --out lab
while "$NES" ask lab >points 2>why && grep -qv '#' points; do
    grep -v '#' points | sort -r | awk '{ printf "%s %.17g\n", $1, $2 * $2 + $3 * $3 }' >values
    head -n 2 values | "$NES" tell lab >>told
    tail -n +3 values | "$NES" tell lab >>told
done
tail -n 1 told | sed 's/\(so far [0-9.]\{8\}\)[0-9.]*/\1/' # the last digits depend on the processor
cat why
"$NES" show lab --json >shown
"$NES" run --expr 'x1*x1 + x2*x2' $settings --json >run
for field in best_f evaluations; do
    sed "s/.*\"$field\":\([^,}]*\).*/$field \1/" shown
    sed "s/.*\"$field\":\([^,}]*\).*/$field \1/" run
done | uniq -c | awk '{ print $1, $2 }'
