"$NES" run --problem sphere_d3 --max-evals --json
