# Choices are names in tables, JSON, exports and known points; formulas see their numbers.
cat >beam.yaml <<'YAML'
variables:
  thickness: {from: 1, to: 20, unit: mm, start: 4}
  material: [steel, alu, ti]
  finish: {choices: [raw, painted, 304], start: painted}
objective:
  expr: (thickness - 5 - material)^2 + if(material == alu, 0, 2) + if(finish == raw, 0, 1)
options: {max-evals: 400, seed: 3, kernels: baseline}
YAML
"$NES" run beam.yaml --dry-run | sed -n '/^  variable/,$p'
"$NES" run beam.yaml --quiet --out one | sed -n '/^  variable/,/^  finish/p' | sed 's/p = 0[.][0-9]*/p/; s/  [0-9.e-]*$//'
"$NES" show one | grep -e 'best point' -e '^  choices' | sed 's/0[.][0-9]*/P/g'
"$NES" show one --json | grep -o '"best":{[^}]*}\|"probabilities":{"material":{"steel":0'
sqlite3 one/run.db "SELECT * FROM variables; SELECT value FROM facts WHERE name = 'choices'"
"$NES" run beam.yaml --quiet --json --jobs 8 --keep-evals yes --out many >many.json
grep -o '"best":{[^}]*}' many.json
"$NES" run beam.yaml --quiet --json | grep -o '"best_x":[^]]*,1,0]'
"$NES" show many --evaluations | cut -d, -f6,7 | sort -u
sqlite3 many/run.db "SELECT DISTINCT material FROM points ORDER BY material"
"$NES" plot many --history course.csv >/dev/null && ls many/plot.png
tail -1 course.csv | grep -o ',alu,raw,'
echo '5 steel 304' | "$NES" eval beam.yaml --table
printf 'finish,thickness,material\nraw,6,alu\n' | "$NES" eval beam.yaml --json
echo '5 1 raw' | "$NES" eval beam.yaml
echo "status $?"
printf 'thickness,material,finish\n6,alu,raw\n' >known.csv
"$NES" run beam.yaml --quiet --json --inject known.csv | grep -o '"best_evaluation":[0-9]*'
"$NES" run --names a,m --choices m=x,y,z --expr 'a^2 + (m == y)' --x0 1,zz
echo "status $?"
"$NES" run --names a,m --choices 'a=p,q;m=q,p' --expr 'a == q'
echo "status $?"
"$NES" run --names a,m --choices 'a=p,q; m=x,y,z' --expr '3 - a - m' --quiet --json --max-evals 200 | grep -o '"best":{[^}]*}'
"$NES" run --dim 3 --choices 3 --expr '6 - sum(x)' --quiet --max-evals 200 | sed -n '/^  variable/,/^  x3/p' | sed 's/p = 0[.][0-9]*/p/'
