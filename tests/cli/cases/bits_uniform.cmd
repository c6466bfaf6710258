"$NES" run --problem onemax_n4 --x0 uniform:0:1
