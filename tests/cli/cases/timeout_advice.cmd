# Where evaluations take too long, the report names --timeout: after time-outs, and when a run is ended
# while one hangs.
for stop in 'max-evals 8' 'on-fail stop'; do
    "$NES" run --dim 1 --x0 3 --sigma 1 --seed 1 --timeout 0.2 --$stop --out run --jobs 8 -- sh -c 'case $0 in 3*) exec sleep 60;; esac; echo "$0"' {x} 2>&1 |
        grep 'advice\|to go on' | sed 's/nes resume run.*/nes resume run/'
    rm -r run
done
"$NES" run --dim 1 --x0 3 --sigma 1 --seed 1 --timeout 0.2 --max-evals 4 --jobs 4 -- sleep 60 {x} 2>&1 | grep -o 'every one.*'
cat >sim <<'SIM'
#!/bin/sh
if [ "$NES_ID" = 9 ]; then touch hung; exec sleep 1000; fi
echo "$1"
SIM
chmod +x sim
"$NES" run --dim 1 --x0 3 --sigma 1 --seed 1 --popsize 6 --max-evals 40 --out run -- ./sim {x} >said 2>log &
until [ -e hung ]; do sleep 0.1; done
until grep -q 'point 9 for .* times the median' log; do sleep 0.2; done
"$NES" ctl run stop
wait $!
grep 'advice' said | sed 's/for [0-9:]*/for TIME/; s/, [0-9]* times.*/, TIMES/'
grep -c '^nes: point 9 for .*process' log
