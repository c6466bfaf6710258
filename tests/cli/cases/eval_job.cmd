# A problem file as the objective, with its options; points from files, in named columns; a table and JSON.
cat >job.yaml <<'END'
variables: {thick: [1, 20], ribs: {range: [0, 12], integer: yes}, width: 3}
objective:
  program: [sh, ./sim.sh]
  template: deck.in
  value-pattern: "mass = (.*)"
  timeout: 20
options: {max-evals: 100, out: results, seed: 2, jobs: 3}
END
echo 'a={thick:%.2f} b={ribs:%d} w={width}' >deck.in
cat >sim.sh <<'END'
. "$PWD/deck.in" 2>/dev/null || eval "$(cat deck.in)"
[ "$b" != 9 ] || { echo no licence >&2; exit 1; }
echo "mass = $(echo "$a $b $w" | awk '{print $1 * $2 + $3}')"
END
echo 2.5 4 3 | "$NES" eval job.yaml || exit 1
printf '\357\273\277"ribs";"note";"thick"\r\n4;x;2.5\r\n\n# more\n2;y;1.5D0\n' >a.csv
printf '7 1 0\n' >b.txt
"$NES" eval job.yaml --points a.csv,b.txt,- --table <<'END' || exit 1
thick,ribs,width,f
1,9,3,0
1,8,3,0
END
echo 1 9 3 | "$NES" eval job.yaml --jobs 1 --json
echo "status $?"
printf '2 3 1\n5 6 1\n' | "$NES" eval job.yaml --json || exit 1
# What the command line says wins; an objective there replaces that of the file.
echo 1 2 3 | "$NES" eval job.yaml --expr 'thick + 10*ribs + 100*width' || exit 1
printf 'a,b\n1,2\n' | "$NES" eval --expr 'b - a' --names a,b --table || exit 1
[ ! -e results ] || echo a folder
# What is wrong.
printf 'thick\n1\n' | "$NES" eval job.yaml
echo "status $?"
printf 'ribs,thick\n1\n' >bad.csv
"$NES" eval job.yaml --points bad.csv
"$NES" eval job.yaml --points nowhere.csv
"$NES" eval nowhere.yaml
"$NES" eval job.yaml --table --json </dev/null
"$NES" eval job.yaml --problem sphere_d3 --points b.txt || exit 1
echo 'objective: {by-hand: yes, dim: 1}' >hand.yaml
"$NES" eval hand.yaml </dev/null
echo "status $?"
