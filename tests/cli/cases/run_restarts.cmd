"$NES" run --problem rastrigin_d2 --method xnes --restarts ipop --seed 3 --precision 1e-8 --max-evals 200000 --quiet
