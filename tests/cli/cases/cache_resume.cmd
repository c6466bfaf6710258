# A cache through kill -9, other numbers of jobs and larger budgets: the same run; C source has one where all is discrete.
. "$CASES/interrupted.sh"
settings="--dim 2 --lower 0 --upper 7 --integer 1 --seed 7 --popsize 6 --x0 5,6 --quiet --json"
run_alone whole $settings --max-evals 45 -- ./sim {x}
calls=$(wc -l <calls)
echo "$calls calls"
fresh
at 9 'kill -9 $PPID; exec sleep 60'
at 31 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run $settings --max-evals 45 --jobs 1 --out cut -- ./sim {x}
quietly "$NES" resume cut --json --jobs 1
quietly "$NES" resume cut --json --jobs 8
same whole cut
same_result whole.json said
fresh
quietly "$NES" run $settings --max-evals 20 --out more -- ./sim {x}
quietly "$NES" resume more --json --max-evals 45
without_rounds() { evaluations "$1" | cut -d, -f1,3- | sort -t, -k1n; }
without_rounds whole >one
without_rounds more | cmp - one
sqlite3 more/run.db 'DELETE FROM state'
quietly "$NES" resume more --json
same_result whole.json said
echo "$(wc -l <calls) calls"
cat >f.c <<'END'
double objective(size_t n, const double *x) { return (x[0] - 3) * (x[0] - 3) + (x[1] - 4) * (x[1] - 4); }
END
sed -i '1i #include <stddef.h>' f.c
quietly "$NES" run $settings --max-evals 45 --out c --c f.c
same_count() { "$NES" show "$1" --evaluations | cut -d, -f 5- | sed 's/,[^,]*$//' | grep -c known; }
same_count c
quietly "$NES" run $settings --max-evals 45 --out c2 --c f.c --cache off
same_count c2 || true
