"$NES" run --problem lj_n1
