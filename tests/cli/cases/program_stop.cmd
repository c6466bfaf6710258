# A failure that is to end the run ends it; the answer so far is printed.
cat >sim <<'END'
#!/bin/sh
[ "$NES_ID" = 9 ] && { echo 'no licence' >&2; exit 4; }
echo "$1" | tr -d -
END
chmod +x sim
"$NES" run --dim 1 --seed 1 --popsize 4 --max-evals 40 --quiet --on-fail stop -- ./sim {x}
"$NES" run --dim 1 --seed 1 --popsize 4 --max-evals 40 --quiet --exit-codes 4=stop -- ./sim {x}
