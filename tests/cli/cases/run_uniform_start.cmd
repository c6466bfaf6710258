a=$("$NES" run --problem sphere_d3 --x0 uniform:-4:4 --seed 3 --max-evals 50 --json --method snes | sed 's/,"seconds.*//')
b=$("$NES" run --problem sphere_d3 --x0 uniform:-4:4 --seed 3 --max-evals 50 --json --method snes | sed 's/,"seconds.*//')
c=$("$NES" run --problem sphere_d3 --x0 uniform:-4:4 --seed 4 --max-evals 50 --json --method snes | sed 's/,"seconds.*//')
[ "$a" = "$b" ] && [ "$a" != "$c" ] && echo same
