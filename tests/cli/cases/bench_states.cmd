# Every state that a kill can leave behind is gone on with: the folder alone, the empty database,
# settings and no run, a half-written file, all files and no run. One of the version before is refused.
bench="$NES bench bbob --method snes --functions 1-2 --dims 2 --instances 1-2 --budget 50 --quiet"
$bench --out whole >/dev/null
mkdir a && $bench --out a >/dev/null && diff -r whole a
mkdir b && : >b/tasks.db && echo half >b/tasks.part && $bench --out b >/dev/null && diff -r whole b
mkdir c && : >c/tasks.db && cp whole/bench.json c && $bench --out c >/dev/null && diff -r whole c
cp -r whole d && : >d/tasks.db && $bench --out d >/dev/null && diff -r whole d
cp -r whole e && mkdir e/.runs && $bench --out e
echo $?
