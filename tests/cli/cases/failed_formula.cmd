"$NES" run --expr 'if(x1 > 0, failed, sum(x^2))' --dim 2 --popsize 10 --max-gens 1 --json |
    sed 's/.*"evaluations":\([0-9]*\),"failed":\([0-9]*\).*/\1 \2/' | {
    read -r evaluations failed
    [ "$evaluations" = 10 ] && [ "$failed" -gt 0 ] && [ "$failed" -lt 10 ] && echo counted
}
