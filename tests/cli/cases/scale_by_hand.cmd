# By hand: points are asked and told in the user's numbers; a step without bounds.
"$NES" run --by-hand --names heat,flow --values heat=20,40,80 --step flow=0.25 --x0 40,1 --popsize 4 --seed 1 --out lab >/dev/null
"$NES" ask lab --csv >points.csv
head -2 points.csv
"$NES" ask lab --again --json | grep -o '"x":{"heat":40,"flow":1}'
sed '1s/$/,loss/; 2,$s/$/,2.5/' points.csv | "$NES" tell lab
"$NES" show lab | grep 'best point'
"$NES" ask lab | awk 'NR > 1 { print ($2 == 20 || $2 == 40 || $2 == 80) && $3 * 4 == int($3 * 4) }' | sort -u
