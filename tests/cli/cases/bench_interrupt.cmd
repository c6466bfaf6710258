# Ctrl-C keeps what is finished, here the run on f1; the same command goes on.
bench="$NES bench bbob --method xnes --functions 1,3 --dims 2 --instances 1 --budget 1e8 --jobs 1"
$bench --tolfun off --tolx 0 --no-noeffect --max-condition off --flat off --stagnation off --out long --quiet &
pid=$!
until [ -f long/bbobexp_f1.info ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
kill -INT $pid
wait $pid
echo $?
ls -A long
