# --timeout auto: an evaluation that hangs is ended once others have shown how long they take, for
# programs, workers and C sources, also the first that is begun. What failed is told with the time it
# had. The folder keeps the option; a folder of values tells at once how long evaluations take.
cat >sim <<'SIM'
#!/bin/sh
if [ "$NES_ID" = 1 ] && mkdir hung 2>/dev/null; then exec sleep 1000; fi
if [ "$NES_ID" = 50 ] && mkdir late 2>/dev/null; then exec sleep 1000; fi
echo "$1"
SIM
cat >worker <<'SIM'
#!/bin/sh
while read -r x; do
    if mkdir hung 2>/dev/null; then exec sleep 1000; fi
    echo "$x"
done
SIM
cat >f.c <<'C'
#include <sys/stat.h>
#include <unistd.h>
double objective(size_t n, const double *x)
{
    (void)n;
    if (mkdir("hung", 0700) == 0) for (;;) sleep(1000);
    return x[0] * x[0];
}
C
chmod +x sim worker
settings="--dim 1 --x0 3 --sigma 1 --seed 1 --popsize 8 --max-evals 48 --jobs 4 --quiet"
# failed FILE: what failed, without times.
failed() { sed -n 's/.*"failed":\([0-9]*\),.*"failures":\[{"kind":"\([^"]*\)","count":\([0-9]*\),"id":[0-9]*,"example":"it had [0-9.]* s; the median of evaluations is [0-9.e-]* s"}\].*/\1 failed: \3 \2/p' "$1"; }
try() {
    rm -rf hung
    "$NES" run $settings --json "$@" >said 2>log
    failed said
}
try --timeout auto --out run -- ./sim {x}
try --timeout 'auto 50' --worker -- ./worker
try --timeout auto:50 --c f.c
"$NES" resume run --max-evals 60 --json >said && failed said
printf '1\n' | "$NES" eval --dim 1 --timeout auto -- ./sim {x}
"$NES" run $settings --timeout 'auto 1' -- ./sim {x}
"$NES" compare --methods xnes,snes --dim 1 --timeout auto --runs 1 --max-evals 10 --out cmp -- ./sim {x}
