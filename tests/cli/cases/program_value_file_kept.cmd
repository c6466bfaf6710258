# A value file that was there before is neither removed nor taken for a value.
mkdir results
for i in 0 1 2 3 4 5; do echo "precious $i" >results/$i.txt; done
printf '#!/bin/sh\n[ $1 = 2 ] && echo 3 >results/2.txt; exit 0\n' >sim.sh
chmod +x sim.sh
"$NES" run --dim 1 --seed 1 --max-evals 4 --popsize 4 --retries 0 --quiet --value-file 'results/{i}.txt' -- ./sim.sh '{i}' '{x}'
cat results/*
