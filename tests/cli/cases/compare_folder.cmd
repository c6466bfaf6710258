# A folder of something else, or of other settings, is left alone.
c="$NES compare --methods xnes --problems sphere_d2 --runs 2 --quiet"
$c >/dev/null || exit
$c --seed 2; echo $?
$c --restarts ipop; echo $?
"$NES" compare --methods xnes,snes --problems sphere_d2 --runs 2; echo $?
mkdir mine && touch mine/letter
$c --out mine; echo $?
ls mine
"$NES" bench bbob --functions 1 --dims 2 --instances 1 --budget 20 --quiet --method xnes --out b >/dev/null
$c --out b; echo $?
echo 'problem,method,run,evaluations,best,solved,stop' >compare/runs.csv
$c; echo $?
