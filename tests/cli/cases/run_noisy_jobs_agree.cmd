a=$("$NES" run --problem bbob_noisy_f130_i02_d04 --method dd-xnes --jobs 1 --max-evals 2000 --json | sed 's/"seconds":[^,]*//')
b=$("$NES" run --problem bbob_noisy_f130_i02_d04 --method dd-xnes --jobs 3 --max-evals 2000 --json | sed 's/"seconds":[^,]*//')
c=$("$NES" run --problem bbob_noisy_f130_i02_d04 --method dd-xnes --seed 2 --max-evals 2000 --json | sed 's/"seconds":[^,]*//')
[ "$a" = "$b" ] && [ "$a" != "$c" ] && echo same
echo "$a" | grep -c '"noise_free_f":'
