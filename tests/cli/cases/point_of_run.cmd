# Points of later runs have ids that nobody can read: they are named by number and run.
"$NES" run --dim 2 --x0 uniform:-3:3 --sigma 0.1 --restarts ipop --max-evals 3000 \
    --expr 'x1^2+x2^2+0*sqrt(2.9-x1)' --quiet >out
grep -o 'first at point [0-9]* of run 2 (id 281474976710[0-9]*): nan' out | sed 's/[0-9][0-9]* of/N of/; s/10[0-9]*)/10N)/'
