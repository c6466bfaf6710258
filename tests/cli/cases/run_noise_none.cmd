a=$("$NES" run --problem bbob_noisy_f101_i01_d03 --noise none --json | sed 's/,"seconds.*//')
b=$("$NES" run --problem bbob_f001_i01_d03 --json | sed 's/,"seconds.*//')
[ "$a" = "$b" ] && echo same
