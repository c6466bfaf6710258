"$NES" run --plugin ./no-such.so --dim 2
