# Outputs by hand: in their order, as JSON, in columns of any order; failures; what is spared is not asked
# for. The run is the same as that of the formulas.
settings="--names a,b --lower 1 --upper 20 --popsize 6 --max-evals 60 --seed 3 --kernels baseline --minimise mass"
limits="--constraint stress<=20;a>=b --evaluate feasible"
"$NES" run --by-hand $settings $limits --output mass,stress --output price=expr:2*mass --out lab
form() { awk -v how=$1 'BEGIN { if (how == 2) print "id,stress,b,mass" } !/^#/ {
    m = sprintf("%.17g", $2 + 2 * $3); s = sprintf("%.17g", 100 / ($2 * $3))
    if (how == 0) print $1, m, s
    if (how == 1) printf "{\"id\":%s,\"stress\":%s,\"mass\":%s}\n", $1, s, m
    if (how == 2) print $1 "," s "," $3 "," m }'; }
turn=0
while "$NES" ask lab >points 2>why && grep -qv '#' points; do
    form $((turn % 3)) <points | "$NES" tell lab >told
    turn=$((turn + 1))
done
tail -n 1 told | cut -c -40
"$NES" run $settings $limits --output 'mass=expr:a+2*b' --output 'stress=expr:100/(a*b)' --output price=expr:2*mass \
    --out run --keep-evals yes --quiet >/dev/null
for folder in lab run; do
    sqlite3 $folder/run.db 'SELECT id, x, f, status, failure FROM evaluations ORDER BY id; SELECT * FROM outputs ORDER BY 1, 2, 3' >$folder.txt
done
cmp lab.txt run.txt && grep -c violates lab.txt
"$NES" show lab | grep -e spared -e '^  mass' -e '^  active' | sed 's/ about .*//; s/\(mass *[0-9.]\{4\}\).*/\1/' | cut -c -60
echo "refused and failed:"
"$NES" run --by-hand $settings --output mass,stress --constraint 'stress <= 20' --out two >/dev/null
"$NES" ask two >/dev/null
for line in '0 5' '0 5 6 7' '0 5 high' '{"id":0,"mass":5}' '0 failed the saw broke' '{"id":1,"mass":"failed"}' '2 5 nan'; do
    echo "$line" | "$NES" tell two 2>&1 | head -n 1
done
printf 'id,mass\n3,5\n' | "$NES" tell two 2>&1
"$NES" show two --evaluations | sed -n 2,4p | cut -d, -f 1,7-
echo "the value beside outputs:"
"$NES" run --by-hand --names a,b --output stress --constraint 'stress <= 20' --out three --popsize 4 >/dev/null
"$NES" ask three 2 >/dev/null
printf '0 7.5 12\n{"id":1,"f":3,"stress":30}\n' | "$NES" tell three
"$NES" show three --evaluations | cut -d, -f 1,7-9 | sed -n 2,3p
"$NES" show three | grep -A3 '^  feasible\|^  best value'
