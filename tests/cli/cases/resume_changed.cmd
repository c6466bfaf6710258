# What a run evaluates is changed between its parts: every kind of file is noticed by its content,
# is named, and takes a word, which the folder keeps.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 12 --quiet --json"
clean() { sed 's/[0-9]*-[0-9]*-[0-9]*T[0-9:]*Z/TIME/g' "$@"; }

# changed NAME COMMAND: the run in `run` is refused after the command, and with the word it goes on.
changed() {
    echo "$1:"
    eval "$2"
    quietly "$NES" resume run --max-evals 18
    grep '^nes:' said | clean
    "$NES" show run --json | grep -o '"evaluations":[0-9]*'
    quietly "$NES" resume run --max-evals 18 --json --changed=accept
    grep -o '^nes:.*\|"evaluations":[0-9]*' said | clean
    "$NES" show run | grep '^ *accepted' | clean
    quietly "$NES" resume run --max-evals 20 --json --quiet
    cat said | grep -o '^nes:.*\|"evaluations":[0-9]*'
    rm -rf run
}

quietly "$NES" run $settings --out run -- ./sim {x}
echo "$(sqlite3 run/run.db "SELECT json_extract(value, '$[0].sha256') FROM facts WHERE name = 'identity'")  sim" |
    sha256sum -c
mv sim other && cp other sim && chmod +x sim # another file, of another time, with the same content
quietly "$NES" resume run --changed=yes
cat said
changed 'a program' 'echo "# here" >>sim'

mkdir bin early
cp sim bin/search-me
PATH=$PWD/early:$PWD/bin:$PATH quietly "$NES" run $settings --out run -- search-me {x}
PATH=$PWD/early:$PWD/bin:$PATH
export PATH
changed 'another program first on PATH' 'sed "s/printf/printf/; s/here/there/" sim >early/search-me; chmod +x early/search-me'

cp sim sim.sh
echo 1 >data
quietly "$NES" run $settings --out run -- sh sim.sh {x} --data=data new.txt
echo 'an output' >new.txt # it was no file at the start
quietly "$NES" resume run
grep -o '^nes: .*' said
changed 'arguments' 'echo 2 >data; echo "#" >>sim.sh'

quietly "$NES" run $settings --out run -- ./sim {x} data
changed 'a file that is gone' 'rm data'

echo 'a log that the program writes:'
cat >logging <<'SIM'
#!/bin/sh
shift
n=$1
shift
echo "$@" >>"$n"
exec ./sim "$@"
SIM
chmod +x logging
echo begin >log
echo 1 >data
for part in 12 18 24 30; do
    if [ $part = 12 ]; then
        quietly "$NES" run $settings --out run -- ./logging data log {x}
        continue
    fi
    quietly "$NES" resume run --max-evals $part --json
    grep -o '^nes:.*\|"evaluations":[0-9]*' said | clean
    quietly "$NES" resume run --max-evals $part --changed=accept --quiet
done
echo 2 >data
quietly "$NES" resume run --max-evals 36
grep -o '^nes: the arg.*' said | clean
rm -rf run

echo '{x1} {x2}' >deck
quietly "$NES" run $settings --out run --template deck -- awk '{ print $1 * $1 + $2 }' deck
changed 'a template' 'echo "{x2} {x1}" >deck'

cat >worker <<'SIM'
#!/bin/sh
while read -r line; do echo 1; done
SIM
chmod +x worker
quietly "$NES" run $settings --worker --out run -- ./worker
changed 'a worker' 'echo "#" >>worker'

echo 'double more(double x); double objective(unsigned long n, const double *x) { return more(x[0]) + n; }' >f.c
echo 'double more(double x) { return x * x; }' >more.c
quietly "$NES" run $settings --out run --c f.c --cc-flags 'more.c -O1'
changed 'sources' 'echo "/* */" >>more.c; echo "/* */" >>f.c'

mkdir 'my headers'
echo '#include "one.h"
#include <math.h>
double objective(unsigned long n, const double *x) { return n + SQUARE(x[0]); }' >g.c
echo '#include "two.h"' >'my headers/one.h'
echo '#define SQUARE(x) ((x) * (x))' >'my headers/two.h'
quietly "$NES" run $settings --out run --c g.c --cc-flags '-I "my headers"'
sqlite3 run/run.db "SELECT json_extract(e.value, '$.what', '$.file') FROM facts, json_each(facts.value) e WHERE name = 'identity'"
changed 'a header' 'echo "/* */" >>"my headers/two.h"'

cc -shared -fPIC -o f.so f.c more.c
quietly "$NES" run $settings --out run --plugin f.so:objective
changed 'a plugin' 'cc -shared -fPIC -DNDEBUG -g -o f.so f.c more.c'

cp "$CASES/../../../examples/density.c" law.c
quietly "$NES" run --dim 2 --seed 7 --popsize 6 --max-evals 12 --quiet --out run --density law.c --expr 'sum(x^2)'
changed 'a law' 'echo "/* */" >>law.c'

quietly "$NES" run $settings --out run -- ./sim {x}
sqlite3 run/run.db "DELETE FROM facts WHERE name IN ('identity', 'state_sha256'); PRAGMA user_version = 1"
echo '# of an earlier version' >>sim
echo 'a folder of an earlier version:'
quietly "$NES" resume run --max-evals 18 --quiet --json
grep '^nes:' said
echo '# later' >>sim
quietly "$NES" resume run
clean said | head -n 1
