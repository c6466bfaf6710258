# A launcher that loses everything ends the run; the point is evaluated when the run goes on, here without a launcher.
. "$CASES/fake_srun.sh"
for n in 8 9 10 11; do at $n 'echo "srun: error: Unable to confirm allocation for job 5: Invalid job id specified" >&2; exit 1'; done
"$NES" run --dim 2 --seed 1 --popsize 6 --model off --max-evals 12 --out run --launch ./srun --launch-tries 3 --quiet -- ./sim {x} >first
echo $?
grep -o 'lost before it had a value, 3 times in a row' first
grep 'to go on' first
grep -e --on-fail first
"$NES" resume run --launch '' --quiet | grep 'evaluations  '
sort -n calls | uniq -d
wc -l <calls
