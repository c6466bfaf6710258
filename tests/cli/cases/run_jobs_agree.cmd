a=$("$NES" run --problem sphere_d3 --jobs 1 --json | sed 's/,"seconds.*//')
b=$("$NES" run --problem sphere_d3 --jobs 3 --json | sed 's/,"seconds.*//')
[ "$a" = "$b" ] && echo same
