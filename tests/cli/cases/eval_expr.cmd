echo 0.5,2 | "$NES" eval --expr 'x1^x2' --dim 2
