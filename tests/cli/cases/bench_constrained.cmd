# A suite with constraints: COCO's files, the same with any number of jobs, and read again.
bench="$NES bench bbob-constrained --functions 2,9 --dims 2,3 --instances 1-2 --budget 400 --method dd-xnes --kernels baseline --quiet"
$bench --jobs 1 --out one >first || exit
$bench --jobs 3 --out three >second || exit
diff -r one three -x '*.db*' -x bench.json && ls one
cat one/bbobexp_f9.info
head -3 one/data_f9/bbobexp_f9_DIM2.dat | tail -2
awk '!/^%/ && $1 != $2' one/data_f*/*dat | wc -l # evaluations of the constraints
grep -h -B1 '^%' one/data_f2/bbobexp_f2_DIM3.tdat | grep -v '^%' | awk '$4 == $5 { n++ } END { print n + 0 }'
"$NES" bench --compare one three | tail -4
