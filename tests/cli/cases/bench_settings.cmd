# A folder belongs to its settings, also when it is complete.
bench="$NES bench bbob --method xnes --functions 1 --dims 2 --instances 1 --budget 20 --quiet --out x"
$bench --popsize 10 >/dev/null
cp -r x before
$bench --popsize 12
$bench
$bench --popsize 10 --budget 30
$bench --popsize 10 --functions 1-3
$bench --popsize 10 --lower -5
sed -i 's/"version":.*/"version": "0.0.1",/' x/bench.json && cp x/bench.json before
$bench --popsize 10
diff -r before x
