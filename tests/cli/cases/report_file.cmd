# A report is written whole or not at all, and a folder that is none has none.
"$NES" run --problem sphere_d2 --max-evals 30 --quiet --out run >said
"$NES" report run --out first.html
"$NES" report run
for file in first report; do sed 's,"now":[0-9.]*,,' $file.html >$file; done
cmp first report && rm first report
"$NES" report
"$NES" report nowhere --out no.html
"$NES" report run --out no/such/folder/x.html
ls
