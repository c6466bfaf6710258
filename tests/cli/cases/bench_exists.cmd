# Folders that are something else are left alone.
bench="$NES bench bbob --functions 1 --dims 2 --instances 1 --budget 20 --quiet"
mkdir mine && echo keep >mine/thesis.tex && echo keep >file
$bench --out mine
$bench --out file
$bench --out file/below
mkdir odd && echo '{"a": 1}' >odd/bench.json
$bench --out odd
ls -A mine odd
cat mine/thesis.tex file
exit 4
