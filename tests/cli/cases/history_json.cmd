"$NES" run --problem sphere_d2 --max-evals 60 --history h.csv --json | wc -l; wc -l <h.csv | grep -q "^ *[1-9]" && echo a table
