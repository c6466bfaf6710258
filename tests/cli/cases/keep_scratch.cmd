# The folders that stay are named, and hold what the program wrote.
TMPDIR=$PWD "$NES" run --dim 1 --scratch --keep-scratch failed --max-evals 2 --method snes -- \
    sh -c 'echo $1 > point; exit 3' sh {x} > out 2> err
echo $?
kept=$(sed -n 's/^  kept folders *//p' out)
[ -n "$kept" ] && ls "$kept" && ls "$kept"/0
