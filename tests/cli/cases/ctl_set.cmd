# A new budget for a live run. It counts all evaluations, known points too, and survives a kill.
. "$CASES/interrupted.sh"
settings="--dim 2 --sigma 1 --seed 7 --popsize 6 --model off --quiet --json"
printf '3 4\n5 6\n' >points
run_alone whole $settings --inject points --max-evals 32 -- ./sim {x}
fresh
at 12 '"$NES" ctl run set max-evals=32; "$NES" ctl run set popsize=8; sleep 0.3'
at 20 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run $settings --inject points --max-evals 22 --out run -- ./sim {x}
quietly "$NES" resume run --json
same_result whole.json said
same whole run
