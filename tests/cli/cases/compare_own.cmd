# An objective of the user's own: a value to reach, a known optimum, neither; a maximum.
echo 'double objective(unsigned long n, const double *x) { double s = 0; while (n-- > 0) s += x[n] * x[n]; return s; }' >f.c
own="--dim 3 --x0 uniform:1:4 --runs 5 --quiet --json"
"$NES" compare --methods xnes,snes --c f.c $own --target 0.01 --out c >json || exit
grep -o '"c":"f.c","dim":"3","content":"[0-9a-f]*","runs":"5","budget":"1000"' json | sed 's/content":"[^"]*/content":"/'
grep -o '"reference":"target","base":0.01' json
grep -o '"reached":\[5,5,5,5\]' json
echo 'double objective(unsigned long n, const double *x) { return n * x[0]; }' >f.c
"$NES" compare --methods xnes,snes --c f.c $own --target 0.01 --out c; echo $?
"$NES" compare --methods xnes --expr '7 - sum(x^2)' --maximize --optimum 7 --precision 1e-3 $own --out max >json || exit
grep -o '"reference":"optimum","base":7,"unit":1,"targets":\[10,0.1,0.001\]' json
awk -F, 'NR > 1 && ($5 < 6.999 || $6 != 1) { print "not solved: " $0 }' max/runs.csv
"$NES" compare --methods xnes,snes --expr 'sum(x^2) - 2' $own --out free >json || exit
grep -o '"reference":"best found","base":-' json
# The best value found is that of some run, and that run has reached every target.
sed 1d free/runs.csv | cut -d, -f5 | sort -g | head -1 >best
grep -o '"base":[^,]*' json | cut -d: -f2 | cmp - best
