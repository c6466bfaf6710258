"$NES" run --expr '(ln(x1)-2)^2 + (x2-3)^2 + (x3-0.5)^2' --dim 3 --log 1,0,0 --integer 0,1,0 \
    --lower 1e-4,-10,-5 --upper 1e4,10,5 --target 1e-9 --json |
    sed 's/.*"best_x":.\([^]]*\).*/\1/' |
    awk -F, '{ print $2, ($1 > 7.38 && $1 < 7.40), ($3 > 0.49 && $3 < 0.51) }'
