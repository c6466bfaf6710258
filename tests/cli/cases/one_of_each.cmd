# Sentences about one thing: where a number is 1, its noun has no plural.
{
    "$NES" run --problem sphere_d1 --max-evals 1 --out a
    "$NES" resume a
    "$NES" show a
    "$NES" run --problem sphere_d1 --max-gens 1 --out b --restarts none
    "$NES" resume b
    "$NES" run --dim 1 --max-evals 1 -- false
    "$NES" run --expr '0*x1/0' --dim 1 --max-evals 1
    "$NES" run --dim 1 --by-hand --out d --popsize 2 --max-evals 1
    "$NES" ask d
    "$NES" ask d
    "$NES" plot d
    "$NES" run --dim 1 --x0 1,2 --expr x1
} >all 2>&1
grep -E '(^|[^0-9.])1 (more )?(evaluation|generation|point|value|run|variable|number)s' all
grep -oE '.* only [a-z ]*|1 (evaluation|generation)( is used and)?' all
