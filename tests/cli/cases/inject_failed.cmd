# Known points that fail are failures as any other, and are not tried again.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 30 --quiet --json"
printf '1 2\n5 6\n' >points
for n in 1 2 3; do at $n 'echo no mesh >&2; exit 3'; done
run_alone whole $settings --inject points -- ./sim {x}
grep -o '"evaluations":[0-9]*,"failed":[0-9]*\|"failures":.*}]' said
quietly "$NES" run $settings --inject points -- ./sim {x}
fresh
for n in 1 2 4; do at $n 'echo no mesh >&2; exit 3'; done
at 3 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run $settings --inject points --out cut -- ./sim {x}
quietly "$NES" resume cut --json
same_result whole.json said
same whole cut
wc -l <calls
