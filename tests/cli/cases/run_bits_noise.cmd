"$NES" run --problem onemax_n20 --noise yes --max-evals 600 --quiet
