"$NES" run --problem sphere_d5000 --method snes --json --covariance
