# Every state that a kill can leave behind is gone on with: the folder alone, the empty working
# folder, settings and no run, all runs and no file, finished but not cleaned up.
bench="$NES bench bbob --method snes --functions 1-2 --dims 2 --instances 1-2 --budget 50 --quiet"
$bench --out whole >/dev/null
mkdir a && $bench --out a >/dev/null && diff -r whole a
mkdir -p b/.runs && echo half >b/.runs/file.part && $bench --out b >/dev/null && diff -r whole b
mkdir -p c/.runs && cp whole/bench.json c && $bench --out c >/dev/null && diff -r whole c
cp -r whole d && mkdir d/.runs && echo lost >d/.runs/f1_d2_i1_r1 && $bench --out d >/dev/null && diff -r whole d
cp -r whole e && mkdir e/.finished && echo lost >e/.finished/lock && $bench --out e >/dev/null && diff -r whole e
