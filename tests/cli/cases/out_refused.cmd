# Folders in which no run can be kept, or gone on with.
. "$CASES/interrupted.sh"
run() { "$NES" run --problem sphere_d2 --max-evals 50 --quiet --out "$@" >said; echo $?; }
run run
run run
mkdir full empty
touch full/notes file
run full
run empty
run file
run file/below
run /proc/nes-run
for folder in '' nowhere full file; do "$NES" resume $folder; echo $?; done
mkdir other
echo 'not a database at all, but a text that is long enough' >other/run.db
"$NES" resume other
echo $?
: >other/run.db
"$NES" resume other
echo $?
