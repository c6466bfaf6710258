# Methods side by side on a problem file and on a program, in parallel, by their final values.
cat >sim.sh <<'END'
#!/bin/sh
echo x >>"$NES_START/started"
[ "$2" != "$3" ] || exit 1
echo "loss = $(echo "$1 $2 $3" | awk '{printf "%.3f", ($1 - 1)^2 + 10 * ($2 + 1)^2 + $3}')"
END
chmod +x sim.sh
cat >job.yaml <<'END'
variables: {a: [-4, 4], b: [-4, 4], c: 2}
objective: {program: [./sim.sh, "{a:%.3f}", "{b:%.3f}", "{c}"], timeout: 20, value-pattern: "loss = (.*)"}
options: {max-evals: 30, out: results, method: xnes, model: off, max-time: 99, seed: 3}
END
"$NES" compare --methods auto,snes job.yaml --runs 3 --jobs 3 --quiet >said || exit 1
grep -e '^./sim.sh, dimension 3' -e '^targets are distances to the best value found' -e 'auto\b.*[.]' -e '^not decided' said |
    sed 's/  *[-0-9.].*//; s/; .*//' | uniq
sed 's/,[0-9.,]*$//' compare/finals.csv
[ ! -e results ] || echo a folder
# The same from the command line, one evaluation at a time: the same data.
"$NES" compare --methods auto,snes --names a,b,c --lower -4,-4,2 --upper 4,4,2 --seed 3 --runs 3 --max-evals 30 --model off \
    --jobs 1 --out one --quiet --json --value-pattern 'loss = (.*)' -- ./sim.sh '{a:%.3f}' '{b:%.3f}' '{c}' >json || exit 1
cmp compare/improvements.csv one/improvements.csv && echo same data
grep -o -e '"final_median":[0-9]' -e '"reference":"[a-z ]*"' json | sed 's/[0-9]$/N/'
# A comparison that is complete is only shown; a program that has changed is another objective.
rm started
"$NES" compare --methods auto,snes job.yaml --runs 3 --quiet >again || exit 1
cmp said again
[ ! -e started ] || echo started again
echo '# changed' >>sim.sh
"$NES" compare --methods auto,snes job.yaml --runs 3 --quiet
echo "status $?"
# A worker, and C source in processes of its own that crashes now and then.
printf '#!/bin/sh\nwhile read -r x y; do echo "${x#-}"; done\n' >worker.sh
chmod +x worker.sh
"$NES" compare --methods snes --dim 2 --runs 2 --max-evals 12 --target 0.001 --worker --out w --quiet -- ./worker.sh | grep -c '^snes  *[0-9.]'
echo '#include <stdlib.h>
double objective(size_t n, const double *x) { if (x[0] > 1) abort(); return x[0] * x[0] + (double)n; }' >model.c
"$NES" compare --methods snes,xnes --c model.c --dim 1 --isolate --runs 2 --max-evals 40 --out c --quiet | grep -c '^[sx]nes  *1[.0-9]* '
# What cannot be compared.
echo 'objective: {by-hand: yes, dim: 1}' >hand.yaml
"$NES" compare --methods snes hand.yaml --runs 1
"$NES" compare --methods snes sim.sh
echo "status $?"
