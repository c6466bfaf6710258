# Files that the user names: a pipe is read, since the shell makes some; one that nobody writes to, a
# folder and what has no end are refused with a sentence.
bounds="--expr sum(x^2) --dim 2 --seed 1 --max-evals 20 --quiet --json"
try() {
    timeout 200 "$NES" run $bounds "$@" >out 2>said </dev/null
    echo "$? $(grep -o '"evaluations":[0-9]*' out)$(head -n1 said)"
}
mkfifo pipe
(printf '1 2\n3 4\n' >pipe) &
try --inject pipe
wait
printf '1 2\n' | timeout 200 "$NES" run $bounds --inject /dev/stdin | grep -o '"evaluations":[0-9]*'
printf '1 2\n' | timeout 200 "$NES" run $bounds --x0 @/dev/stdin | grep -o '"evaluations":[0-9]*'
try --inject pipe
try --inject /dev/zero
try --x0 @.
truncate -s 257M long
try --inject long
timeout 200 "$NES" run --dim 2 --template long -- cat {dir} 2>&1; echo $?
timeout 200 "$NES" run pipe.yaml 2>&1; echo $?
mv pipe pipe.yaml
timeout 200 "$NES" run pipe.yaml 2>&1; echo $?
mkdir run
mv pipe.yaml run/run.db
for command in show resume plot "resume --repair"; do
    set -- $command
    word=$1
    shift
    timeout 200 "$NES" $word run "$@" 2>&1; echo $?
done
timeout 200 "$NES" run $bounds --out run 2>&1; echo $?
mv run/run.db run/run.lock
timeout 200 "$NES" run $bounds --out run >said 2>&1; echo $?
