"$NES" bench bbob --max-evals 100
