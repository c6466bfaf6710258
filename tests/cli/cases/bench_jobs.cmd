# The folder does not depend on the number of jobs.
bench="$NES bench bbob --method xnes --functions 1-24 --dims 2,5 --instances 1-2 --budget 100 --quiet"
$bench --jobs 1 --out one >/dev/null
$bench --jobs 2 --out two >/dev/null
$bench --jobs 7 --out seven >/dev/null
diff -r one two && diff -r one seven
