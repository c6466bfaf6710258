# No room for a file: an error, the finished runs are kept, and with room the bench goes on.
bench="$NES bench bbob --method xnes --functions 1 --dims 2 --instances 1-15 --budget 100 --quiet --jobs 1"
$bench --out whole >/dev/null
(trap '' XFSZ; ulimit -f 100; $bench --out full)
echo $?
[ "$(sqlite3 full/tasks.db 'SELECT count(*) FROM tasks')" -gt 1 ] && echo kept
$bench --out full >/dev/null && diff -r whole full
