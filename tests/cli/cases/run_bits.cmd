"$NES" run --expr '(x1-1)^2 + x2 + (1-x3)' --dim 3 --bits --quiet --json | sed 's/.*"best_x":\([^]]*]\).*/\1/'
