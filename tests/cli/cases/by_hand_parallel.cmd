# Eight values told at the same time are all taken.
"$NES" run --by-hand --dim 2 --lower 0 --upper 1 --popsize 9 --out lab >/dev/null
"$NES" ask lab >/dev/null
for id in 0 1 2 3 4 5 6 7; do echo "$id 1.$id" | "$NES" tell lab >/dev/null & done
wait
"$NES" ask lab --again | wc -l
