a=$("$NES" run --problem sphere_d3 --method dd-xnes --jobs 1 --json | sed 's/,"seconds.*//')
b=$("$NES" run --problem sphere_d3 --method dd-xnes --jobs 3 --json | sed 's/,"seconds.*//')
[ "$a" = "$b" ] && echo same
