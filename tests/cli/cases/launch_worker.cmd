# Workers that get lost give their points to others.
. "$CASES/fake_srun.sh"
cat >worker <<'END'
#!/bin/sh
while read -r a b; do
    n=$(($(cat "$NES_START/answers" 2>/dev/null || echo 0) + 1))
    echo $n >"$NES_START/answers"
    [ $n = 7 ] && { echo 'srun: error: Node failure on n1' >&2; exit 1; }
    awk "BEGIN { printf \"%.17g\\n\", ($a - 1)^2 + ($b - 2)^2 }"
done
END
chmod +x worker
export NES_START=$PWD
"$NES" run --dim 2 --seed 1 --popsize 6 --max-evals 24 --json --launch ./srun --worker -- ./worker >launched
grep -o '"started_again":[0-9]*' launched
"$NES" run --dim 2 --seed 1 --popsize 6 --max-evals 24 --json -- ./sim {x} >alone
grep -o '"best_f":[^,]*' launched >one
grep -o '"best_f":[^,]*' alone >two
cmp one two && echo same
grep -c '"failed":0' launched
