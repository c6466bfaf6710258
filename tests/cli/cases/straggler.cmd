# A generation is closed without a point that never ends, and the run is told again in the same way from its folder.
cat >sim <<'END'
#!/bin/sh
echo "$NES_ID" >>"$NES_START/calls"
if [ "$NES_ID" = 5 ]; then exec sleep 1000; fi
sleep 0.04
exec awk 'BEGIN { for (i = 1; i < ARGC; i++) s += (ARGV[i] - i) * (ARGV[i] - i); printf "%.17g\n", s }' "$@"
END
chmod +x sim
"$NES" run --dim 2 --seed 1 --popsize 6 --max-evals 24 --jobs 8 --straggler 20 --out run --json -- ./sim {x} >first
grep -o '"late":[0-9]*' first
wc -l <calls
"$NES" show run | grep -o '24; 1 more late'
"$NES" show run --json | grep -o '"late":1,"under_way":0'
cp -r run again
sqlite3 again/run.db "DELETE FROM state; DELETE FROM generations"
"$NES" resume again --json >second
wc -l <calls
state() { sqlite3 "$1/run.db" "SELECT round, fingerprint FROM state; SELECT generation, evaluations, best, sigma, mean FROM generations"; }
[ "$(state run)" = "$(state again)" ] && echo same
"$NES" resume again --straggler off --max-evals 36 --quiet | grep -E 'evaluations  |late'
