"$NES" run --dim 2 --launch "srun 'a" -- true
"$NES" run --dim 2 --launch " " -- true
"$NES" run --dim 2 --launch ./missing -- true
"$NES" run --dim 2 --launch env --launch-tries 0 -- true
"$NES" run --dim 2 --launch env --expr 'sum(x)'
