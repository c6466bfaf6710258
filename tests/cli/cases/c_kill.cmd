# a compiler that takes its time, and a program that is killed meanwhile: the folder goes, and the compiler's files
mkdir bin tmp
printf '#!/bin/sh\ntouch "$TMPDIR/cc1.s" started\nexec sleep 60\n' > bin/cc
chmod +x bin/cc
echo 'double objective(void);' > f.c
PATH=$PWD/bin:$PATH TMPDIR=$PWD/tmp "$NES" run --c f.c --dim 2 &
n=0
while [ ! -f started ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done
ls tmp | wc -l
kill -9 $!
wait
n=0
while [ -n "$(ls tmp)" ] && [ $n -lt 200 ]; do sleep 0.05; n=$((n + 1)); done
ls tmp | wc -l
