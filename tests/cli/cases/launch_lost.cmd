# Evaluations that srun loses are started again, and the search is the one that it would have been without.
. "$CASES/fake_srun.sh"
at 3 'echo "srun: error: Unable to create step for job 5: Job/step already completing or completed" >&2; exit 1'
at 5 'echo "slurmstepd: error: *** STEP 5.5 ON n1 CANCELLED AT 2026-01-02T03:04:05 ***" >&2; echo "srun: error: n1: task 0: Killed" >&2; exit 137'
at 9 'echo "srun: error: Node failure on n1" >&2; exit 0'
at 12 'kill -TERM $$; sleep 5'
at 15 'echo "srun: Job 5 step creation temporarily disabled, retrying (Requested nodes are busy)" >&2'
at 18 'exit 77'
run() {
    "$NES" run --dim 2 --seed 1 --popsize 6 --max-evals 24 --jobs 3 --json "$@" -- ./sim {x}
}
run --launch './srun -N1' --exit-codes 77=again >launched
grep -o '"started_again":[0-9]*' launched
sort -n calls | uniq -d
wc -l <calls
run >alone
bare <launched >one
bare <alone >two
cmp one two && echo same
