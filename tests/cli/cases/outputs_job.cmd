# The problem file with outputs, a formula to minimise, constraints and a command: run, stored, shown, killed
# and gone on with to the same bytes; a changed one is another objective.
cat >beam.sh <<'END'
#!/bin/sh
read -r thick <"$1"
awk -v t="$thick" -v r="$(tail -n 1 "$1")" 'BEGIN { printf "mass = %.12g\nmax stress %.12g\n", t * r, 400 / (t * t * r) }'
END
chmod +x beam.sh
cat >beam.yaml <<'END'
variables:
  thickness: {range: [1, 20]}
  radius:    {range: [1, 2.5]}
outputs:
  mass:   {pattern: 'mass = (\S+)'}
  stress: {pattern: 'max stress (\S+)'}
  price:  {expr: 2*mass + thickness}
minimise: mass
constraints: [stress <= 20, thickness >= 0.1 * radius]
command: ./beam.sh {file}
options: {max-evals: 90, popsize: 6, kernels: baseline}
END
"$NES" run beam.yaml --out whole --jobs 1 --quiet | grep -A3 '^  feasible\|^  output' | grep -v active | cut -c -50
"$NES" show whole --evaluations | sed -n '1,2p' | cut -c -74
"$NES" show whole --json | grep -o '"outputs":{"mass":[0-9.]\{4\}\|"feasible":true'
sqlite3 whole/run.db 'SELECT min(stress) > 0, count(*), count(g2), count(price) FROM points'
for done in 5 20 60; do
    rm -rf part
    "$NES" run beam.yaml --out part --jobs 8 --quiet >/dev/null 2>&1 &
    # Without -readonly sqlite3 would make the database that the run is about to make.
    while kill -0 $! 2>/dev/null; do
        there=$(sqlite3 -readonly part/run.db 'SELECT count(*) FROM outputs' 2>/dev/null)
        [ "${there:-0}" -ge $((5 * done)) ] && break
        sleep 0.01
    done
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    "$NES" resume part --jobs 8 --quiet >/dev/null 2>&1
    for run in whole part; do
        sqlite3 $run/run.db 'SELECT id, x, f FROM evaluations ORDER BY id; SELECT * FROM outputs ORDER BY 1, 2, 3' >$run.txt
    done
    cmp whole.txt part.txt && echo "the same"
done
echo "changed:"
sed -i 's/stress <= 20/stress <= 21/' beam.yaml
"$NES" resume part --max-evals 100 2>&1 | cut -c -60
"$NES" resume part --max-evals 100 --changed=accept --quiet | grep '^  evaluations'
sed -i '/price/d' beam.yaml
"$NES" resume part --max-evals 120 --changed=accept 2>&1 | cut -c -70
sed -i "s/'max stress/'most stress/" beam.yaml
"$NES" run beam.yaml --quiet --max-evals 30 2>/dev/null | grep -A1 'no output'
