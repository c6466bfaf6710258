# With noise a run is solved when an exact value is within the precision.
"$NES" compare --methods snes,xnes --problems bbob_noisy_f107_i01_d02 --runs 3 --budget 300 --precision 0.1 --json \
    --quiet >json || exit
optimum=$(grep -o '"base":[^,]*' json | cut -d: -f2)
awk -F, -v f="$optimum" 'NR > 1 && ($5 <= f + 0.1) != $6 { print "wrong: " $0 } $6 == 1 { n++ }
    END { print (n > 0 ? "solved" : "none") }' compare/runs.csv
"$NES" compare --methods snes,xnes --problems bbob_noisy_f107_i01_d02 --runs 3 --budget 300 --precision 0.1 --json \
    --quiet --noise none --out exact >json || exit
grep '"noise"' exact/compare.json
cmp -s compare/improvements.csv exact/improvements.csv || echo differs
