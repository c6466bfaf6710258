# Ten points in the end have a value, whatever failed on the way.
"$NES" run --expr 'if(x1 > 0, failed, sum(x^2))' --dim 2 --popsize 10 --max-gens 1 --json --method snes --failures resample --replacements 100 |
    sed 's/.*"evaluations":\([0-9]*\),"failed":\([0-9]*\).*/\1 \2/' | {
    read -r evaluations failed
    [ "$failed" -gt 0 ] && [ "$evaluations" = $((10 + failed)) ] && echo replaced
}
