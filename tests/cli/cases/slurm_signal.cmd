# Slurm sends a signal to all processes of a job step, programs among them, in any order. What it ends is no failed point.
. "$CASES/interrupted.sh"
export SLURM_JOB_ID=5
options="--dim 2 --seed 1 --popsize 6 --model off --max-evals 24 --jobs 3 --json"
run_alone alone $options -- ./sim '{x}'
fresh
echo 'kill -USR1 $$' >id.8
echo 'env -u NES_MARK setsid sh -c "sleep 0.25; kill -USR1 $PPID" & sleep 0.15; kill -USR1 $$' >id.12
echo 'kill -TERM $PPID $$; sleep 5' >id.21
quietly "$NES" run --out run $options -- ./sim '{x}'
quietly "$NES" resume run --json
quietly "$NES" resume run --json
same_result alone.json said
same alone run
