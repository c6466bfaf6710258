"$NES" run --problem sphere --dim 4 --max-evals 20 --quiet
