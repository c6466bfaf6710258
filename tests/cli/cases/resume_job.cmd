# A problem file that is edited between the parts of a run: what it says of the session is taken,
# limits become new limits, another objective takes a word, and the search stays what it was.
. "$CASES/interrupted.sh"
clean() { sed 's/[0-9]*-[0-9]*-[0-9]*T[0-9:]*Z/TIME/g'; }
cat >job.yaml <<'END'
variables:
  a: {range: [0, 10], start: 3}
  b: {range: [0, 10], start: 4}
objective:
  program: [./sim, "{a}", "{b}"]
  timeout: 60
options:
  max-evals: 10
  seed: 7
  popsize: 6
  model: off
END
cp job.yaml first.yaml
quietly "$NES" run job.yaml --out run --quiet

# edited NAME EXPRESSION [OPTION]: the file as it was first, edited by sed; then the run goes on.
edited() {
    echo "$1:"
    sed "$2" first.yaml >job.yaml
    quietly "$NES" resume run --json $3
    grep -o '^nes:.*\|"evaluations":[0-9]*' said | clean
}
edited 'a comment' '1i # which is best?'
edited 'time-out, jobs' 's/timeout: 60/timeout: 61/; s/seed: 7/seed: 7\n  jobs: 2/'
edited 'a budget' 's/max-evals: 10/max-evals: 16/'
edited 'the same budget' 's/max-evals: 10/max-evals: 16/'
edited 'a budget on the command line wins' 's/max-evals: 10/max-evals: 17/' '--max-evals 18'
edited 'and stays' 's/max-evals: 10/max-evals: 17/'
edited 'bounds' 's/b: {range: \[0, 10\]/b: {range: [0, 20]/'
edited 'population' 's/popsize: 6/popsize: 8/; s/max-evals: 10/max-evals: 17/'
edited 'a variable more' 's/^objective/  c: 3\nobjective/'
edited 'another file, left aside' 's/.*/# nothing/' '--max-evals 19 --changed=keep'
edited 'a program' 's/{b}"/{b}", more/; s/max-evals: 10/max-evals: 22/'
edited 'a program, accepted' 's/{b}"/{b}", 1/; s/max-evals: 10/max-evals: 22/' --changed=accept
"$NES" show run | grep '^ *accepted'
edited 'the same program' 's/{b}"/{b}", 1/; s/max-evals: 10/max-evals: 24/'
edited 'no budget any more, but a target' 's/{b}"/{b}", 1/; s/max-evals: 10/target: 30/'
edited 'no target any more either' 's/{b}"/{b}", 1/; s/max-evals: 10/max-gens: 5/'
edited 'another budget' 's/{b}"/{b}", 1/; s/max-evals: 10/max-evals: 34/'
edited 'a reading of the value' 's/timeout: 60/value-pattern: "[0-9.]+"/; s/{b}"/{b}", 1/; s/max-evals: 10/max-evals: 24/'
edited 'a mistake' 's/^options/option/'
rm job.yaml
echo 'no file:'
quietly "$NES" resume run --json --max-evals 36
grep -o '^nes:.*\|"evaluations":[0-9]*' said
tail -n 1 calls | grep -c .
echo 'the state lost:'
sqlite3 run/run.db 'SELECT evaluations, generation, best_f, fingerprint FROM state' >before
sqlite3 run/run.db 'DELETE FROM state'
wc -l <calls >calls.before
quietly "$NES" resume run --json --quiet
sqlite3 run/run.db 'SELECT evaluations, generation, best_f, fingerprint FROM state' | cmp before
wc -l <calls | cmp calls.before

echo 'by hand:'
sed '/objective/,/timeout/d; s/^options/objective: {by-hand: yes}\noptions/' first.yaml >hand.yaml
"$NES" run hand.yaml --out lab
"$NES" ask lab 1
sed -i 's/popsize: 6/popsize: 8/' hand.yaml
"$NES" ask lab 1 2>&1
sed -i 's/popsize: 8/popsize: 6/; s/max-evals: 10/max-evals: 12/' hand.yaml
"$NES" ask lab 1
sqlite3 lab/run.db "SELECT value FROM facts WHERE name = 'changes'"
