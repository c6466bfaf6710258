"$NES" run --problem sphere_d2 --restarts interleaved --restart-p 1.5
