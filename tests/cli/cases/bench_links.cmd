# Links in the folder lead nowhere, and what is not of the bench stays: such a folder is refused.
bench="$NES bench bbob --functions 1 --dims 2 --instances 1-2 --budget 50 --quiet --jobs 1"
mkdir precious && echo keep >precious/thesis.tex && sqlite3 precious/letters.db 'CREATE TABLE letters (text)'
cp precious/letters.db letters.db
$bench --out done >/dev/null
begin() { # a folder in which a bench has begun
    rm -rf begun
    mkdir begun
    : >begun/tasks.db
    cp done/bench.json begun
}
refused() { # FOLDER
    timeout -s KILL 600 $bench --out "$1"
    echo $? $(ls precious) $(cat precious/thesis.tex)
    cmp letters.db precious/letters.db
}
begin && ln -sf ../precious/new begun/tasks.db
refused begun
begin && ln -sf ../precious/letters.db begun/tasks.db
refused begun
begin && rm begun/tasks.db && mkfifo begun/tasks.db
refused begun
begin && cp letters.db begun/tasks.db
refused begun
cmp letters.db begun/tasks.db
begin && cat precious/thesis.tex precious/thesis.tex >begun/tasks.db
refused begun
begin && ln -s ../precious/thesis.tex begun/tasks.db-wal
refused begun
begin && ln -s ../precious/thesis.tex begun/tasks.db-journal
refused begun
begin && ln precious/thesis.tex begun/tasks.db-wal
refused begun
begin && printf '%s\0\0\0\020\0\0\0\0\331\325\005\371\040\241\143\327' precious/thesis1 >begun/tasks.db-journal
refused begun
begin && ln -s ../precious begun/data_f1
refused begun
begin && mkdir begun/tasks.part
refused begun
begin && ln -s ../precious/thesis.tex begun/tasks.part && ln -s ../precious/thesis.tex begun/summary.txt
$bench --out begun >/dev/null && diff -r done begun && cat precious/thesis.tex
# What it cannot have left stays where it is.
mkdir done/.finished && touch done/.finished/letter
$bench --out done >/dev/null && ls done/.finished
