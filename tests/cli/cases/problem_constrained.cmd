# Problems with constraints: an answer satisfies them; what does not is never shown as one.
id=bbob-constrained_f003_i01_d10
"$NES" run --problem $id --sigma 2 --kernels baseline --max-evals 1500 --precision 1e-4 --quiet |
    grep -E '^  (stopped by|feasible|active|best value)|^ *g[0-9]+:' | sed 's/ about .*//'
"$NES" run --problem $id --sigma 2 --kernels baseline --x0 4 --max-evals 60 --precision 1e6 --quiet --out far |
    grep -E '^  (stopped by|trust|feasible|active|best|its value|above|nearest|to go on)'
"$NES" show far | grep -E '^  (feasible|active|best|its value|nearest)'
"$NES" show far --json | grep -o '"best_f":[-0-9]*\|"feasible":[a-z]*\|"g":\|"first_feasible":[0-9]*'
"$NES" run --problem $id --sigma 2 --kernels baseline --x0 4 --max-evals 60 --json |
    grep -o '"precision":[a-z]*\|"feasible":[a-z]*\|"violation":0.7\|"trust":"[a-z]*"'
echo "the mean of a run with noise:"
for x in 3000 100; do
    "$NES" run --problem $id --sigma 2 --kernels baseline --noise yes --max-evals $x --quiet >said
    grep -A1 '^  value there' said
done
"$NES" run --problem $id --sigma 2 --kernels baseline --noise yes --max-evals 3000 --json | grep -o '"mean_violations":[0-9]*'
echo "options that the problem answers itself:"
"$NES" run --problem $id --sigma 2 --kernels baseline --constraints 2
echo "status $?"
"$NES" run --problem $id --sigma 2 --kernels baseline --constraint-tol 1
echo "status $?"
"$NES" run --expr x1 --dim 2 --constraint-kind 1
echo "status $?"
"$NES" run --expr x1 --dim 2 --constraints 1
echo "status $?"
