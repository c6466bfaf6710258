# nes init writes a file that runs as it is, and never replaces one.
"$NES" init && "$NES" run job.yaml --quiet | grep -c '^  best value' || exit 1
"$NES" init - | cmp - job.yaml || exit 1
echo mine >other.yaml
"$NES" init other.yaml
echo "status $?"
cat other.yaml
"$NES" init notes.txt
echo "status $?"
"$NES" init new.yml --names a,b --program './sim.py --a {a} "two words" -b {b}' || exit 1
grep -e '^  a:' -e '^  program:' new.yml
"$NES" init - --names a,b | grep '^  expr:'
"$NES" init - --names a,a
