"$NES" run --problem sphere_d3 --method nosuch --json
