# A failure that ends the run is mended, and the point is evaluated again; failures that did not end
# it are not, and are counted once.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 20 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
at 9 'echo no licence >&2; exit 4'
quietly "$NES" run $settings --on-fail stop --out run -- ./sim {x}
grep -o '"stop":"[a-z_]*","stop_text":"[^"]*"\|"failures":[^]]*]' said
quietly "$NES" resume run --json
same_result whole.json said
same whole run
wc -l <calls
for policy in worst resample; do
    events() {
        fresh
        for n in 3 9 10 "$@"; do at $n 'echo no mesh >&2; exit 3'; done
    }
    events 11 12
    run_alone whole$policy $settings --retries 1 --on-fail $policy -- ./sim {x}
    events 12 13
    at 11 'kill -9 $PPID; exec sleep 60'
    quietly "$NES" run $settings --retries 1 --on-fail $policy --out cut$policy -- ./sim {x}
    quietly "$NES" resume cut$policy --json
    same_result whole$policy.json said
    same whole$policy cut$policy
    grep -o '"failed":[0-9]*' said
done
