# A constraint that is NaN: counted, with the first and what to do. And what --dry-run shows of outputs.
run="$NES run --names a,b --lower -2 --upper 3 --expr a^2+b^2 --max-evals 60 --quiet --popsize 6"
$run --constraint 'sqrt(a) <= 1; b <= 2' | sed -n '/^  undefined/,/^  gener/p' | tr -s ' \n' ' ' |
    sed 's/ at [0-9]* points/ at N points/; s/at point [0-9]*/at point N/; s/ generations.*//'
echo
$run --constraint 'b <= 2' | grep undefined
$run --output 'stress=expr:a/b' --output 'mass=expr:a*b' --constraint 'stress <= 20; a >= b' --evaluate feasible --dry-run |
    grep -A1 '^  outputs\|^  constraints\|^  evaluated' | grep -v '^--'
"$NES" run --names a,b --output mass,stress --minimise 'mass + stress' --dry-run -- cat | grep '^  value\|^  outputs'
