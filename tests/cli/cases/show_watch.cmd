# A run is watched until it ends; what ended before is shown once.
"$NES" run --dim 1 --sigma 1 --max-evals 12 --popsize 4 --quiet --out run -- sh -c 'sleep 0.1; echo "$1"' sh {x} >said &
until [ -f run/run.db ] && "$NES" show run >seen 2>&1; do sleep 0.05; done
"$NES" show run --watch | grep -o '^  status  *[a-z]*' | uniq
wait
"$NES" show run --watch | grep -c '^  status'
"$NES" show run --watch --json
