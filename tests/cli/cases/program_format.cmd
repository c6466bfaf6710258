# Placeholders take formats of printf, in arguments and in templates.
cat >deck.in <<'END'
RIBS    {ribs:%8d}{thick:%8.3f}
CASE {i:%04d} LOAD {{thick:%8.3f}} {x:%.1E}
END
"$NES" run --names thick,ribs --integer 0,1 --lower 1,3 --upper 2,9 --seed 3 --max-evals 1 --quiet --json \
    --template deck.in -- sh -c 'cp deck.in "$NES_START"; echo "$1" >"$NES_START/said"; echo 1' sh '-t{thick:%09.4f}' >json || exit 1
grep -Ec '^RIBS           [3-9]   1[.][0-9]{3}$' deck.in
grep -Ec '^CASE 0000 LOAD \{thick:%8[.]3f\} 1[.][0-9]E[+]00,[3-9][.]0E[+]00$' deck.in
grep -Ec '^-t0001[.][0-9]{4}$' said
# An argument that is nothing but {x} becomes one argument for each number.
echo 1 2.5 | "$NES" eval --dim 2 -- sh -c 'echo "$# $1 $2" >said; echo 1' sh '{x:%.3f}' || exit 1
cat said
# %d is for integers: never a rounded number.
echo 1 2.5 | "$NES" eval --dim 2 -- sh -c 'echo "$1 $2" >said; echo 1' sh '{x:%d}' || exit 1
cat said
"$NES" run --names thick,ribs --integer 0,1 -- echo '{ribs:%d}' '{thick:%d}'
echo "status $?"
"$NES" run --dim 2 -- echo '{x1:%s}'
echo "status $?"
"$NES" run --dim 2 --template deck2.in -- echo 2>/dev/null
printf 'a {x1:%%5.1f}\nb {x2:%%ld}\n' >deck2.in
"$NES" run --dim 2 --template deck2.in -- cat deck2.in
echo "status $?"
"$NES" run --dim 2 -- echo '{x1:8.3f}'
echo "status $?"
