# A run is at work, and somebody has removed its run.lock, or put another file there. A second writer
# is refused all the same, and the run can be seen and stopped.
. "$CASES/interrupted.sh"
cat >at.10 <<'EVENT'
exec 2>&1 >seen
for what in 'rm run/run.lock' 'echo another >run/run.lock.new; mv run/run.lock.new run/run.lock'; do
    eval "$what"
    "$NES" resume run; echo $?
    "$NES" resume run --repair; echo $?
    echo 3 0.5 | "$NES" tell run; echo $?
    "$NES" run --problem sphere_d2 --out run; echo $?
    "$NES" show run | grep ' status' | sed 's/;.*//'
done
"$NES" ctl run stop; echo $?
while :; do sleep 1; done # until the run leaves this evaluation
EVENT
quietly "$NES" run --dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --quiet --json --max-evals 40 --out run -- ./sim {x}
cat seen
"$NES" show run | grep ' status' | sed 's/;.*//'
