# Steps and lists of values through kill -9 and other numbers of jobs: the same run.
. "$CASES/interrupted.sh"
settings="--names a,b --values a=0,0.5,1.5,3 --step b=0.1 --lower ?,0 --upper ?,5 --seed 7 --popsize 6 --max-evals 60 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
for id in 9 23; do echo 'kill -9 $PPID; exec sleep 60' >id.$id; done
quietly "$NES" run $settings --jobs 8 --out cut -- ./sim {x}
quietly "$NES" resume cut --json --jobs 2
quietly "$NES" resume cut --json --jobs 8
same whole cut
same_result whole.json said
evaluations whole | cut -d, -f5 | sort -u
sqlite3 cut/run.db 'DELETE FROM state'
quietly "$NES" resume cut --json
same_result whole.json said
