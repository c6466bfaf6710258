# How often a failed point is tried may change between the parts of a run, in its problem file or on
# the command line, and by an order while it is at work; time-outs of the file hold at once. A lost
# state is made again with the retries as they were in each part.
. "$CASES/interrupted.sh"
cat >job.yaml <<'END'
variables:
  a: {range: [0, 10], start: 3}
  b: {range: [0, 10], start: 4}
objective:
  program: [./fails, "{a}", "{b}"]
  timeout: 60
options:
  max-evals: 8
  seed: 7
  popsize: 6
  model: off
END
# The points 8, 15, 22 and 30 fail always; 15 hangs, and the last try of 22 gives an order.
cat >fails <<'SIM'
#!/bin/sh
cd "$NES_START" || exit 1
echo "$NES_ID" >>tries
case $NES_ID in
8) exit 3 ;;
15) [ -e quick ] && exit 3; exec sleep 50 ;;
22)
    if [ "$(grep -c '^22$' tries)" = 4 ]; then
        "$NES" ctl run set retries=1 >/dev/null
        sleep 1 # the run hears of it
    fi
    exit 3
    ;;
30) exit 3 ;;
esac
exec ./sim "$@"
SIM
chmod +x fails
export NES
quietly "$NES" run job.yaml --out run --quiet
part() {
    quietly "$NES" resume run --json "$@"
    grep -o '^nes:.*\|"evaluations":[0-9]*' said
    sort -n tries | uniq -c | awk '$1 > 1 { print "point " $2 ": " $1 " tries" }'
}
sed -i 's/max-evals: 8/max-evals: 15\n  retries: 2/; s/timeout: 60/timeout: 0.5/' job.yaml
part
sed -i 's/retries: 2/retries: 3/' job.yaml
part --max-evals 22
part --max-evals 40
part --max-evals 45 --retries 0
sqlite3 run/run.db "SELECT json_extract(e.value, '$.set') FROM facts, json_each(facts.value) e WHERE name = 'changes'"
sqlite3 run/run.db 'SELECT evaluations, generation, best_f, fingerprint FROM state' >before
sqlite3 run/run.db 'DELETE FROM state'
wc -l <tries >tries.before
touch quick
quietly "$NES" resume run --json --quiet
sqlite3 run/run.db 'SELECT evaluations, generation, best_f, fingerprint FROM state' | cmp before
wc -l <tries | cmp tries.before
