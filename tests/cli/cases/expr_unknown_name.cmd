"$NES" run --expr 'x1 + foo(x2)' --dim 2
