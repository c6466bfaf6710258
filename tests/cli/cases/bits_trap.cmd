"$NES" run --problem trap_n12
