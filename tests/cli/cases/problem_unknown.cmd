"$NES" run --problem rosenbrok_d10
