# One bench at a time in a folder.
bench="$NES bench bbob --method xnes --functions 3 --dims 20 --instances 1 --budget 1e6 --tolfun off --tolx 0 --quiet --out x"
$bench 2>/dev/null &
sleep 1
$bench
s=$?
kill -9 $!
wait $! 2>/dev/null
exit $s
