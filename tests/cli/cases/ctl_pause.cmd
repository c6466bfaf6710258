# A paused run starts no evaluations. It goes on when it is told to, and Ctrl-C ends it.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 40"
run_alone whole $settings --quiet --json -- ./sim {x}
pause() {
    fresh
    rm -f said
    at 10 '"$NES" ctl run pause; sleep 0.3'
    "$NES" run $settings --out run -- ./sim {x} >said 2>&1 &
    until grep -q paused said 2>/dev/null; do sleep 0.05; done
    wc -l <calls
}
pause
"$NES" ctl run continue
wait $!
echo $?
wc -l <calls
same whole run
rm -r run
pause
kill -INT $!
wait $!
echo $?
wc -l <calls
quietly "$NES" resume run --quiet
same whole run
