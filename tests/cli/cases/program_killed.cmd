# Killed in the middle of an evaluation: its programs and folders go too.
cat >sim <<'END'
#!/bin/sh
echo $$ >>"$NES_START/pids"
(trap '' TERM HUP; sleep 1000) &
echo $! >>"$NES_START/pids"
sleep 1000
END
chmod +x sim
mkdir scratch
TMPDIR=$PWD/scratch "$NES" run --dim 2 --jobs 2 --scratch --quiet -- ./sim {x} >/dev/null 2>&1 &
until [ "$(wc -l 2>/dev/null <pids)" = 4 ]; do sleep 0.05; done 2>/dev/null
kill -9 $!
wait $! 2>/dev/null
for try in $(seq 100); do
    alive=0
    for pid in $(cat pids); do kill -0 "$pid" 2>/dev/null && alive=1; done
    [ $alive = 0 ] && [ -z "$(ls scratch)" ] && echo gone && break
    sleep 0.1
done
