# What cannot be without generations is refused with the words that are to be left out.
run() { "$NES" run --dim 2 --x0 1,1 --sigma 1 --max-evals 20 --async --quiet "$@" >out 2>&1; echo "$? $(cat out)"; }
run --by-hand --out hand
run --straggler 3 -- echo 1
run --keep-evals no --out run -- echo 1
run --integer 1,0 -- echo 1
run --method xnes -- echo 1
"$NES" run --problem bbob_noisy_f130_i02_d04 --max-evals 20 --async --quiet >out 2>&1; echo "$? $(cat out)"
ls -d hand run 2>/dev/null
printf 'variables: {a: [0, 1]}\nobjective: {expr: a^2}\noptions: {async: yes, max-evals: 20, x0: 0.5}\n' >job.yaml
"$NES" run job.yaml --quiet --json | grep -o '"evaluations":20'
