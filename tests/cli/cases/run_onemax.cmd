"$NES" run --problem onemax_n100 --precision 0 --quiet
