"$NES" run --problem onemax_n10 --sigma 2
