# A start that is the optimum is the answer, whatever the budget.
for evals in 1 5 500; do
    "$NES" run --expr 'sum(10 + x^2 - 10*cos(6.283185307179586*x))' --dim 5 --x0 0 --max-evals $evals --json |
        sed 's/.*"best_f":\([^,]*\),.*"evaluations":\([0-9]*\).*/\1 \2/'
done
