# Steps, lists of values and units: the user's numbers are everywhere, and those searched nowhere.
cat >beam.yaml <<'YAML'
variables:
  thickness: {from: 1, to: 20, unit: mm, start: 4}
  ribs:      {integer: true, from: 0, to: 12}
  radius:    {values: [2.5, 2.0, 1.6, 1.0], unit: mm}
  gap:       {range: [0.1, 0.9], step: 0.1, start: 0.3, std: 0.2}
objective:
  expr: (thickness - 5)^2 + (ribs - 3)^2 + 10*(radius - 1.7)^2 + (gap - 0.61)^2
options: {max-evals: 400, seed: 3, kernels: baseline}
YAML
"$NES" run beam.yaml --dry-run | sed -n '/^  variable/,$p'
"$NES" run beam.yaml --quiet --out one | sed -n '/^  variable/,/^  gap/p' | sed 's/  *[0-9.e-]*  *\(integer\|one of\|step\)/ ... \1/'
"$NES" show one | grep 'best point'
"$NES" show one --json | grep -o '"best_x":[^]]*]'
sqlite3 one/run.db 'SELECT * FROM variables'
"$NES" run beam.yaml --quiet --json --jobs 8 --keep-evals yes --out many | grep -o '"best":.*'
"$NES" show many --evaluations | cut -d, -f7 | sort -u
"$NES" show many --evaluations | cut -d, -f8 | sort -u
sqlite3 many/run.db "SELECT DISTINCT radius FROM points ORDER BY radius"
"$NES" plot many --history course.csv >/dev/null
tail -1 course.csv | awk -F, 'NR == 1 { n = 0; for (i = 1; i <= NF; i++) if ($i == "1.6") n++; print n }'
echo '5 3 1.6 0.6' | "$NES" eval beam.yaml --table
printf 'radius,gap,ribs,thickness\n2.0,0.30000000000000004,3,5\n' | "$NES" eval beam.yaml --json
echo '5 3 1.7 0.6' | "$NES" eval beam.yaml
echo "status $?"
printf 'thickness,ribs,radius,gap\n5,3,1.6,0.6\n' >known.csv
"$NES" run beam.yaml --quiet --json --inject known.csv | grep -o '"best_evaluation":[0-9]*'
