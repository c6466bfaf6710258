"$NES" run --dim 2 --
"$NES" run --dim 2 --value-json f --expr x1
"$NES" run --dim 2 --expr x1 -- sh
