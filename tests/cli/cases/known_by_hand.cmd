# By hand: of equal points one is handed out, and results of one's own are taken at any time.
f() { awk '$1 != "#" {print $1, ($2 - 2) * ($2 - 2) + ($3 - 1) * ($3 - 1)}'; }
printf 'x1,x2,f\n0,0,5\n' >first.csv
"$NES" run --by-hand --dim 2 --lower 0 --upper 3 --integer 1 --popsize 8 --seed 4 --known first.csv --out hand
for turn in 1 2; do
    "$NES" ask hand | tee asked
    f <asked >values
    "$NES" tell hand <values
done
"$NES" ask hand >asked
sed -n 2p asked | awk '{print $1, "failed"}' | "$NES" tell hand
printf 'x1,x2,f\n0,0,5\n3,3,5\n3,0,2\n0,3,8\n' >more.csv
"$NES" tell hand --known more.csv
"$NES" tell hand --known more.csv
printf 'x1,x2,f\n0,0,4\n' >bad.csv
"$NES" tell hand --known bad.csv
printf 'x1,x2,f\n0,7,4\n' >bad.csv
"$NES" tell hand --known bad.csv
"$NES" show hand | grep 'evaluations\|known  \|best'
"$NES" show hand --evaluations | awk -F, '$2 == 0'
