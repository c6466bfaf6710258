# The second variable is fixed; the other two find their optimum.
"$NES" run --expr 'sum((x-1)^2)' --dim 3 --lower -3,5,-2 --upper 3,5,4 --json |
    sed 's/.*"best_f":\([^,]*\),"best_x":.\([^]]*\).*"std_x":.\([^]]*\).*/\1,\2,\3/' | tr , ' ' |
    awk '{ print ($1 < 16.000001), ($2 > 0.999 && $2 < 1.001), $3, $6 }'
