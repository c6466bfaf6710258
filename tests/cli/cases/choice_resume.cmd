# Choices through kill -9, other numbers of jobs and a lost state: the same run.
cat >model.sh <<'SH'
case $1 in x) a=3 ;; y) a=1 ;; *) a=2 ;; esac
exec ./sim "$a" "$2"
SH
. "$CASES/interrupted.sh"
settings="--names a,b --choices a=x,y,z --lower ?,0 --upper ?,5 --seed 7 --popsize 6 --max-evals 60 --quiet --json"
run_alone whole $settings -- sh ./model.sh {x}
fresh
for id in 9 23; do echo 'kill -9 $PPID; exec sleep 60' >id.$id; done
quietly "$NES" run $settings --jobs 8 --out cut -- sh ./model.sh {x}
quietly "$NES" resume cut --json --jobs 2
quietly "$NES" resume cut --json --jobs 8
same whole cut
same_result whole.json said
evaluations whole | cut -d, -f5 | sort -u
sqlite3 cut/run.db 'DELETE FROM state'
quietly "$NES" resume cut --json
same_result whole.json said
