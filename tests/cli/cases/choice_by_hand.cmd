# By hand: points have names, and so have the tables that come back.
"$NES" run --by-hand --names heat,gas --choices gas=argon,neon --x0 4,neon --sigma 1,? --popsize 4 --seed 1 --out lab >/dev/null
"$NES" ask lab --csv >points.csv
head -1 points.csv
cut -d, -f3 points.csv | sed 1d | sort -u
"$NES" ask lab --again --json | grep -o '"gas":"neon"' | sort -u
sed '1s/$/,loss/; 2,$s/$/,2.5/' points.csv | "$NES" tell lab | sed 's/^[0-9]*/N/'
"$NES" show lab | grep -c 'best point      heat=.* gas=[na]'
