"$NES" run --expr '-sum((x-2)^2)' --dim 3 --maximize --max-evals 100 --quiet
