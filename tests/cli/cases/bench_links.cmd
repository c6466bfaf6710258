# Links in the folder lead nowhere, and what is not of the bench stays: such a folder is refused.
bench="$NES bench bbob --functions 1 --dims 2 --instances 1-2 --budget 50 --quiet --jobs 1"
mkdir precious && echo keep >precious/f1_d2_i1_r1 && echo keep >precious/thesis.tex
$bench --out done >/dev/null
begin() { # a folder in which a bench has begun
    rm -rf begun
    mkdir -p begun/.runs
    cp done/bench.json begun
}
refused() { # FOLDER
    timeout -s KILL 600 $bench --out "$1"
    echo $? $(ls precious) $(cat precious/*)
}
ln -s ../precious done/.finished
refused done
rm done/.finished
begin && rmdir begun/.runs && ln -s ../precious begun/.runs
refused begun
begin && ln -s ../precious begun/.finished
refused begun
begin && mkdir begun/.finished && echo keep >begun/.finished/letter
refused begun
begin && echo keep >begun/.runs/letter
refused begun
cat begun/.runs/letter
begin && ln -s ../../precious/new begun/.runs/lock
refused begun
begin && ln -s ../../precious/thesis.tex begun/.runs/f1_d2_i1_r1.part
refused begun
begin && mkfifo begun/.runs/f1_d2_i2_r1
refused begun
begin && ln -s ../precious begun/data_f1
refused begun
begin && ln -s ../precious/thesis.tex begun/summary.txt
$bench --out begun >/dev/null && diff -r done begun && cat precious/thesis.tex
# What a killed bench of this name may have left is cleared away.
mkdir done/.finished && touch done/.finished/lock done/.finished/f1_d2_i1_r1 done/.finished/file.part
$bench --out done >/dev/null && ls -A done
# What it cannot have left stays where it is.
mkdir done/.finished && touch done/.finished/letter done/.finished/f1_d2_i1_r1 done/.finished/f01_d2_i1_r1
$bench --out done >/dev/null && ls done/.finished
