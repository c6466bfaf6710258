"$NES" run --expr '0*x1' --dim 2 --method xnes --tolfun off --flat off --stagnation off --max-time 60 --json > out.json &
pid=$!
# The last figure of the mask of caught signals has the bit of SIGINT.
until grep -q "^SigCgt:.*[2367abef]$" /proc/$pid/status || ! kill -0 $pid; do sleep 0.02; done 2>/dev/null
kill -INT $pid
wait $pid
s=$?
grep -o '"stop":"user"' out.json
exit $s
