"$NES" run --expr '0*x1' --dim 2 --method xnes --tolfun off --flat off --stagnation off --max-time 60 --json > out.json &
pid=$!
sleep 1
kill -INT $pid
wait $pid
s=$?
grep -o '"stop":"user"' out.json
exit $s
