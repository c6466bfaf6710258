# One bench at a time in a folder.
bench="$NES bench bbob --method xnes --functions 3 --dims 2 --instances 1 --budget 1e8 --tolfun off"
bench="$bench --tolx 0 --no-noeffect --max-condition off --flat off --stagnation off --quiet --out x"
$bench 2>/dev/null &
until [ -f x/bench.json ] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
$bench
s=$?
kill -9 $!
wait $! 2>/dev/null
exit $s
