"$NES" run --problem sphere_d2 --max-evals 60 --method xnes --history h.csv --quiet >out && ls && head -n 1 h.csv && tail -n 1 h.csv | cut -d, -f 2 && grep history out
