# Evaluations that hang are seen from outside: which, since when, in which process, for programs,
# workers and C sources. After a kill it is known what was under way.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 24 --quiet --json"
cat >hung.c <<'SOURCE'
#include <stdio.h>
#include <unistd.h>
double objective(size_t d, const double *x)
{
    (void)d;
    if (rename("id.9", "hung") == 0)
        for (;;) sleep(1000);
    return (x[0] - 1) * (x[0] - 1) + (x[1] - 2) * (x[1] - 2);
}
SOURCE
cat >worker <<'SCRIPT'
#!/bin/sh
while read -r a b; do
    if mv id.9 hung 2>/dev/null; then exec sleep 1000; fi
    awk -v a="$a" -v b="$b" 'BEGIN { printf "%.17g\n", (a - 1) ^ 2 + (b - 2) ^ 2 }'
done
SCRIPT
chmod +x worker

# bare: what is shown of evaluations under way, without times; processes that live are called so.
bare() {
    while read -r line; do
        number=$(echo "$line" | sed -n 's/.*, process \([0-9]*\)$/\1/p')
        if [ -n "$number" ] && kill -0 "$number" 2>/dev/null; then
            line="${line%process *}that process"
        fi
        echo "$line"
    done | sed 's/for [0-9:]*/for TIME/; s/since .* UTC/since TIME/; s/process [0-9]*$/process NUMBER/'
}
under_way() { "$NES" show "$1" | grep '^  \(under way\|when it died\)'; }

# hangs DIR ARGUMENT...: a run in which an evaluation hangs.
hangs() {
    dir=$1
    shift
    rm -f hung
    echo "echo \$\$ >pid; touch hung; exec sleep 1000" >id.9
    "$NES" run $settings --out "$dir" "$@" >said 2>&1 &
    until [ -n "$(under_way "$dir" 2>/dev/null)" ]; do sleep 0.1; done
    under_way "$dir" | bare
    "$NES" show "$dir" --json | grep -o '"evaluating":\[{"id":[0-9]*,"since":1'
    kill -9 $!
    wait $! 2>/dev/null
    under_way "$dir" | bare | sed 's/that process/process NUMBER/'
    quietly "$NES" resume "$dir" --json
    under_way "$dir"
    "$NES" show "$dir" --json | grep -o '"evaluating":[^,]*'
}
hangs program -- ./sim {x} 2>/dev/null
hangs worker-run --worker -- ./worker 2>/dev/null
hangs source --keep-evals yes --c hung.c 2>/dev/null
