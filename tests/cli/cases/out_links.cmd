# The files of a run are made anew: nothing is written through a link that has one of their names.
mkdir precious
run="$NES run --problem sphere_d2 --max-evals 200 --seed 1 --quiet"
for name in run.db.new run.db.new-journal run.db.new-wal run.db.new-shm; do
    echo keep >precious/thesis.tex
    rm -rf d && mkdir d && ln -s ../precious/thesis.tex d/$name
    $run --out d >out || echo $name: $?
    [ -L d/$name ] && echo $name is a link still
    echo keep | cmp - precious/thesis.tex || echo $name
done
for name in run.db-journal run.db-wal run.db-shm; do
    rm -rf d && mkdir d && ln -s ../precious/thesis.tex d/$name
    $run --out d || echo $?
done
rm -rf d && mkdir d && ln -s ../precious/new d/run.lock
$run --out d
echo $?
ls precious
# What a killed run has left besides its database does not become a part of another run.
"$NES" run --dim 2 --max-evals 4000 --quiet --out k -- sh -c 'sleep 0.01; echo 1' 2>/dev/null &
until "$NES" show k --json 2>/dev/null | grep -q '"command":\[' || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
kill -9 $!
wait $! 2>/dev/null
[ -s k/run.db-wal ] && mv k/run.db away && $run --out k
echo $? && ls k
mv away k/run.db && "$NES" show k | grep -c 'evaluations'
