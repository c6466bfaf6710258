# With a model: shares of targets at small budgets, evaluations in rounds of the batch. Every number of
# evaluations is a multiple of it, and folders are compared at the same times.
"$NES" bench bbob --method auto --model on --batch 4 --functions 1 --dims 2 --instances 1-2 --budget 20 --quiet --out q4 >q4.txt
grep -e '^evaluations are' -e '^used or' -e ' dim  group' q4.txt
grep -c ' 1-separable  *100.0 ' q4.txt
grep -v '^%' q4/data_f1/bbobexp_f1_DIM2.dat | awk '$1 % 4 != 0'
grep -c '"rounds":.*4' q4/bench.json
"$NES" bench bbob --method dd-xnes --popsize 8 --rounds 4 --early --functions 1 --dims 2 --instances 1-2 --budget 20 --quiet --out plain | grep '^evaluations are'
"$NES" bench --compare q4 plain --early | grep ' dim  group'
"$NES" bench bbob --method dd-xnes --rounds 0 2>&1
echo $?
