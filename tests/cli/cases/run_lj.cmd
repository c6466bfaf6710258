"$NES" run --problem lj_n3 --method 1+1-snes --precision 1e-6 --max-evals 4500 --quiet
