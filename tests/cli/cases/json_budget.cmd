"$NES" run --problem rosenbrock_d2 --max-evals 301 --json | grep -o '"evaluations":[0-9]*'
