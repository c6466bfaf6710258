# The same for the same seed, another one for another; one point at a time as all at once.
a=$(printf '1 2\n1 2\n3 4\n' | "$NES" eval bbob_noisy_f107_i01_d02)
b=$(printf '1 2\n1 2\n3 4\n' | "$NES" eval bbob_noisy_f107_i01_d02 --seed 1 --noise own)
c=$(printf '1 2\n1 2\n3 4\n' | "$NES" eval bbob_noisy_f107_i01_d02 --seed 2)
d=$( (printf '1 2\n'; sleep 0.1; printf '1 2\n'; sleep 0.1; printf '3 4\n') | "$NES" eval bbob_noisy_f107_i01_d02)
[ "$a" = "$b" ] && [ "$a" = "$d" ] && [ "$a" != "$c" ] && echo as it should be
echo "$a" | sort -u | wc -l | tr -d ' '
