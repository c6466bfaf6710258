# What cannot be compared is refused with the remedy, before anything is run or written.
c="$NES compare"
$c --problems sphere_d2; echo $?
$c --methods xnes; echo $?
$c --methods xnez --problems sphere_d2; echo $?
$c --methods xnes,xnes --problems sphere_d2; echo $?
$c --methods xnes:popsize=1 --problems sphere_d10; echo $?
$c --methods xnes:seed=3 --problems sphere_d2; echo $?
$c --methods xnes --problems spere_d2; echo $?
$c --methods xnes --problems sphere_d2,sphere_d2; echo $?
$c --methods xnes --problems sphere_d2 --expr x1; echo $?
$c --methods xnes --expr 'sum(x^2)'; echo $?
$c --methods xnes --expr 'sum(x^2)' --dim 2 --precision 1; echo $?
$c --methods xnes --expr 'sum(x^2)' --dim 2 --target 1 --optimum 0; echo $?
$c --methods xnes --problems sphere_d2 --target 1; echo $?
$c --methods xnes --problems sphere_d2 --optimum 1; echo $?
$c --methods xnes --problems sphere_d2 --maximize; echo $?
$c --methods xnes --problems sphere_d2 --method snes; echo $?
$c --methods xnes --problems sphere_d2 --max-time 3; echo $?
$c --methods xnes --problems sphere_d2 --budget 10 --max-evals 9; echo $?
$c --methods xnes --problems sphere_d2 --budget 0; echo $?
$c --methods xnes --problems sphere_d2 --targets 1,0; echo $?
$c --methods xnes --problems sphere_d2 --targets 1,0.1 --precision 0.5; echo $?
$c --methods xnes --problems sphere_d2 --runs 0; echo $?
$c --methods xnes --problems sphere_d2 --out ''; echo $?
$c --methods xnes --expr 'log(-1)*x1' --dim 1 --runs 2 --out nan --quiet; echo $?
ls
