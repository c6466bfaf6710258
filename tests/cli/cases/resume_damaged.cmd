# Bytes in the middle of the database are lost: nes says so, and goes on with what can be read.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 30 --quiet --json"
run_alone whole $settings -- ./sim {x}
quietly "$NES" run $settings --out run -- ./sim {x}
quietly "$NES" resume run --repair --quiet
size=$(wc -c <run/run.db)
dd if=/dev/zero of=run/run.db bs=1024 seek=$((size / 2048)) count=4 conv=notrunc 2>/dev/null
quietly "$NES" resume run
grep -c 'damaged' said
quietly "$NES" resume run --repair --json
same_result whole.json said
[ -f run/run.db.damaged ] && echo kept
