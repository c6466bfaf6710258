"$NES" run --problem onemax_n10 --method xnes
