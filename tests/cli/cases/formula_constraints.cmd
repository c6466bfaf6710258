# Formulas with constraints: on the command line, in a problem file, and what is refused.
run="$NES run --kernels baseline --dim 2 --quiet --max-evals 1500 --expr x1^2+x2^2 --x0 3"
$run --constraint 'x1 + x2 >= 1; -1 <= x1 <= 0.25' | grep -A2 '^  feasible\|^  active' | cut -c -60
$run --constraint 'x1 == 2*x2 + 1 +- 0.01' --json | grep -o '"best_f":0.19[0-9]\|"feasible":[a-z]*'
$run --constraint 'x1 >= 1; x1 + x2 <= -3; x2 >= 0' | grep '^  feasible\|^  trust'
echo 3 4 | "$NES" eval --expr 'x1*x2' --dim 2 --constraint '5 <= x1 <= 8; x2 <= x1'
cat >job.yaml <<'EOF'
variables:
  width: {range: [0.1, 10]}
  height: {range: [0.1, 10]}
objective:
  expr: width * height
constraints: [height >= 2 * width, 40 / (width * height^2) <= 5, 2.5 <= width + height <= 6]
options: {popsize: 8, max-evals: 1200, kernels: baseline}
EOF
for jobs in 1 8; do "$NES" run job.yaml --jobs $jobs --json --out j$jobs | sed 's/"seconds".*//' >$jobs.json; done
cmp 1.json 8.json && grep -o '"feasible":true' 1.json
"$NES" run job.yaml --quiet --out part --max-evals 500 >said
sqlite3 part/run.db 'DELETE FROM state'
"$NES" resume part --max-evals 1200 --json --quiet 2>said | sed 's/"seconds".*//' | cmp - 1.json
echo "a changed file:"
sed -i 's/height >= 2/height >= 3/' job.yaml
"$NES" resume part --max-evals 1300 2>&1 | cut -c -70 | sed 's/on 20.*//'
sed -i 's/height >= 3 . width, //' job.yaml
"$NES" resume part --max-evals 1300 --changed=accept 2>&1 | cut -c -70
echo "refused:"
for text in 'x1' 'x1 = 2' '8 <= x1 <= 5' 'x1 <= x3' 'x1 <= 2,' '' ; do
    $run --constraint "$text"
    echo "status $?"
done
"$NES" run --problem bbob_noisy_f101_i01_d02 --constraint 'x1 <= 1'
echo "status $?"
$run --constraint 'x1 + x2 <= 1; x1 + x2 >= 3'
$run --constraint '5 <= 2'
echo "a problem:"
echo 3 4 | "$NES" eval --problem sphere_d2 --constraint 'x1 + x2 >= 8'
$run --constraint 'x1 >= 1; x1 + x2 <= -3; x2 >= 0' >/dev/null
echo "no feasible point: status $?"
sed -i 's/^constraints:.*/constraints: {width: 3}/' job.yaml
"$NES" run job.yaml
