# What is printed to a standard stream that was closed does not go into a file that has its number.
run="$NES run --problem sphere_d20 --max-evals 60 --seed 1 --json --covariance"
$run --out run >&-
echo $?
$run --out quiet >&- 2>&-
echo $?
wc -c <run/run.lock
wc -c <quiet/run.lock
"$NES" eval --expr x1 --dim 1 <&-
echo $?
