# Resumed from another folder, after its own folder was moved and the problem file became another one
# and was removed. Paths of this call are those of the caller.
. "$CASES/interrupted.sh"
cat >job.yaml <<'YAML'
variables:
  width: {range: [0, 9], start: 3}
  height: {range: [0, 9], start: 4}
objective:
  program: [./sim, "{width}", "{height}"]
options:
  seed: 7
  popsize: 6
  max_evals: 30
YAML
run_alone whole job.yaml --quiet --json
fresh
at 9 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run job.yaml --quiet --keep-scratch all --scratch --out cut
mkdir elsewhere
mv cut elsewhere/moved
echo 'options: {seed: 8}' >job.yaml
(cd elsewhere && quietly "$NES" resume moved --json --changed=keep --history table.csv && cp said ../said)
same_result whole.json said
same whole elsewhere/moved
ls
ls elsewhere
ls elsewhere/moved | grep -c scratch
head -n 1 elsewhere/table.csv | tr , '\n' | grep -c 'width\|height'
rm job.yaml
quietly "$NES" resume elsewhere/moved --quiet --json --max-evals 36
grep -o '"evaluations":[0-9]*' said
