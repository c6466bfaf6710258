# Which evaluations a folder has: all of programs, none of formulas, or as the user says.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 20 --quiet --json"
count() { evaluations "$1" | wc -l; }
quietly "$NES" run $settings --out a -- ./sim {x}
count a
quietly "$NES" run $settings --out b --keep-evals no -- ./sim {x}
count b
quietly "$NES" run $settings --out c --expr 'sum(x^2)'
count c
quietly "$NES" run $settings --out d --keep-evals yes --expr '(x1-1)^2+(x2-2)^2'
count d
same a d
quietly "$NES" run $settings --out e --keep-evals maybe --expr 'sum(x^2)'
cat said
ls
quietly "$NES" resume b --json --max-evals 30
quietly "$NES" run $settings --max-evals 30 --out f -- ./sim {x}
"$NES" resume f --json >f.json 2>/dev/null
"$NES" resume b --json >b.json 2>/dev/null
same_result b.json f.json
