"$NES" run --problem sphere_d30 --max-evals 100 --quiet
