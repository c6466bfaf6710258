# An evaluation hangs, and does not even heed SIGTERM. `stop` ends the run all the same, which goes on
# later to the end that it would have had; `finish` waits for the generation.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 24 --quiet --json"
cat >hung.c <<'SOURCE'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
double objective(size_t d, const double *x)
{
    (void)d;
    if (rename("id.9", "hung") == 0) {
        signal(SIGTERM, SIG_IGN);
        for (;;) sleep(1000);
    }
    return (x[0] - 1) * (x[0] - 1) + (x[1] - 2) * (x[1] - 2);
}
SOURCE
cat >worker <<'SCRIPT'
#!/bin/sh
while read -r a b; do
    if mv id.9 hung 2>/dev/null; then
        trap '' TERM
        sleep 1000
    fi
    awk -v a="$a" -v b="$b" 'BEGIN { printf "%.17g\n", (a - 1) ^ 2 + (b - 2) ^ 2 }'
done
SCRIPT
chmod +x worker

# stopped DIR ARGUMENT...: a run with a hung evaluation that is told to stop.
stopped() {
    dir=$1
    shift
    rm -f hung
    echo "trap '' TERM; touch hung; sleep 1000" >id.9
    timeout 60 "$NES" run $settings --out "$dir" "$@" >said 2>&1 &
    until [ -e hung ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
    "$NES" ctl "$dir" stop
    wait $!
    echo $?
    grep -o '"stop_text":"[^"]*"' said
    quietly "$NES" resume "$dir" --json
    same_result "$dir.json" said
}
run_alone program $settings -- ./sim {x}
fresh
run_alone worker-run $settings --worker -- ./worker
run_alone source $settings --c hung.c
rm -r program worker-run source
stopped program -- ./sim {x}
stopped worker-run --worker -- ./worker
stopped source --c hung.c
# Evaluations that end some time are waited for.
rm -r program
fresh
at 9 '"$NES" ctl program finish; sleep 1'
quietly "$NES" run $settings --out program -- ./sim {x}
grep -o '"evaluations":[0-9]*' said
