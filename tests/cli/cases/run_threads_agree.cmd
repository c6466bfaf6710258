a=$("$NES" run --problem sphere_d3000 --method snes --max-gens 3 --threads 1 --json | sed 's/,"seconds.*//')
b=$("$NES" run --problem sphere_d3000 --method snes --max-gens 3 --threads 3 --json | sed 's/,"seconds.*//')
[ "$a" = "$b" ] && echo same
