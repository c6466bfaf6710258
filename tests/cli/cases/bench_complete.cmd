# Done is done: the summary again, nothing written.
bench="$NES bench bbob --functions 5 --dims 2 --instances 1 --budget 50 --quiet --out x"
$bench >/dev/null
cp -r x before
$bench
diff -r before x
