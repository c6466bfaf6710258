"$NES" run --expr 'sum(x)' --dim 3 --lower 0.5 --upper 2 --max-evals 3000 --json |
    sed 's/.*"best_x":.\([^]]*\).*"mean_x":.\([^]]*\).*/\1,\2/' | tr , '\n' |
    awk '$1 >= 0.5 && $1 <= 2 { n++ } END { print n, NR }'
