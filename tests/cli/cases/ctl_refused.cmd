. "$CASES/interrupted.sh"
"$NES" run --problem sphere_d2 --max-evals 50 --quiet --out run >said
for order in '' 'run' 'run stop' 'run halt' 'run stop now' 'run set' 'run set max_evals' 'run set max_evals=many' 'run set budget=3' 'nowhere stop' '. stop'; do
    "$NES" ctl $order
    echo $?
done
