# Ctrl-C keeps what is finished; the same command goes on.
bench="$NES bench bbob --method xnes --functions 1,3 --dims 2,20 --instances 1 --tolfun off --tolx 0 --jobs 1"
$bench --budget 1e6 --out long --quiet &
pid=$!
sleep 1
kill -INT $pid
wait $pid
echo $?
ls -A long
