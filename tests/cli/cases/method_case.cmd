# Names of methods and other words are taken in any case, and names of other methods are answered.
one() { "$NES" run --problem sphere_d2 --max-evals 60 --json "$@" | sed 's/"seconds":[^,]*,//'; }
one --method xNES --restarts IPOP >one
one --method xnes --restarts ipop >two
cmp one two
grep -o '"method":"[a-z]*"' one
for method in cma-es CMAES sep-CMA-ES lm_cma bipop-cma-es Nelder-Mead; do
    "$NES" run --problem sphere_d2 --method "$method"
done
