# A failure that ended the run is no value: the point is evaluated again when the run goes on, as if nothing had been.
cat >sim <<'END'
#!/bin/sh
[ "$NES_ID" = 9 ] && [ ! -e "$NES_START/repaired" ] && exit 4
echo "$1" | tr -d -
END
chmod +x sim
run() {
    "$NES" run --dim 1 --seed 1 --popsize 4 --max-evals 24 --jobs 3 --quiet "$@" -- ./sim {x}
}
best() {
    sed -n 's/^  best value *//p'
}
run --on-fail stop --out run | grep -c 'point 9 has failed'
"$NES" resume run --quiet | grep -c 'point 9 has failed'
touch repaired
[ "$("$NES" resume run --quiet | best)" = "$(run | best)" ] && echo same
