"$NES" run --expr 'foo(x1)' --dim 1
