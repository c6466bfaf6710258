# The picture of a run with outputs has a panel for each; one of constraints alone a panel that counts them.
run="$NES run --names a,b --lower 1 --upper 20 --expr a+2*b --max-evals 60 --quiet --keep-evals yes"
$run --output 'stress=expr:100/(a*b)' --output 'stiff=expr:a*b^3' --constraint 'stress <= 20' --out outputs >/dev/null
$run --constraint 'a*b >= 5' --out limits >/dev/null
"$NES" plot outputs && grep -o '>stress<\|>stiff<\|>feasible<\|>violating<' outputs/plot.svg | sort | uniq -c | awk '{ print $1, $2 }'
"$NES" plot limits && grep -o '>constraints violated<' limits/plot.svg
