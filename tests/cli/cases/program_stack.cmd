# A stack of 64 kB: the limit is for the programs that are started, too.
ulimit -s 64
printf '#!/bin/sh\necho $1; ulimit -s >&2; exit\n' >sim.sh
chmod +x sim.sh
"$NES" run --dim 1 --seed 1 --max-evals 20 --quiet --jobs 2 --out run --timeout 100 -- ./sim.sh '{x}'
"$NES" run --expr 'sum(x^2)' --dim 3 --seed 1 --max-evals 200 --jobs 2 --threads 2 --quiet
"$NES" show run
