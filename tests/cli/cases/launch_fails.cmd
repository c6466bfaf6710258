# What the program itself does wrong is a failure, and not tried again.
. "$CASES/fake_srun.sh"
at 4 'echo "srun: error: n1: task 0: Segmentation fault" >&2; exit 139'
at 6 'set -- sh -c "echo no mesh >&2; exit 3"'
"$NES" run --dim 2 --seed 1 --popsize 6 --max-evals 12 --launch './srun -N1' --quiet -- ./sim {x}
wc -l <starts
