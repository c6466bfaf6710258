# A failure that ends the run is mended, and the point is evaluated again; failures that did not end
# it are not, and are counted once.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 20 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
at 9 'echo no licence >&2; exit 4'
quietly "$NES" run $settings --on-fail stop --out run -- ./sim {x}
grep -o '"stop":"[a-z_]*","stop_text":"[^"]*"\|"failures":[^]]*]' said
quietly "$NES" resume run --json
same_result whole.json said
same whole run
wc -l <calls
# Point 7 always fails, three others once. What was tried again and not told yet is lost with the
# process, and made again.
mishaps() {
    fresh
    for n in 2 8 10; do echo 'echo no mesh >&2; exit 3' >id.$n; done
    echo 'cp "id.$$" id.7; echo no mesh >&2; exit 3' >id.7
}
for policy in worst resample; do
    mishaps
    run_alone whole$policy $settings --retries 1 --on-fail $policy -- ./sim {x}
    mishaps
    echo 'kill -9 $PPID; exec sleep 60' >id.9
    quietly "$NES" run $settings --retries 1 --on-fail $policy --out cut$policy -- ./sim {x}
    quietly "$NES" resume cut$policy --json
    same_result whole$policy.json said
    same whole$policy cut$policy
    grep -o '"failed":[0-9]*' said
done
