# Programs get names: as arguments, with a width, in templates, files and lines; %d is the number.
cat >deck.in <<'DECK'
MATERIAL {material:%-8s}| {material:%d} {material}
DECK
options="--names gap,material --lower 0,? --upper 1,? --x0 0.5,alu --choices material=steel,alu,ti
    --max-evals 1 --seed 2 --quiet"
"$NES" run $options --template deck.in -- sh -c 'cat deck.in >"$NES_START/filled"; echo "$@" >"$NES_START/said"; echo 1' sh '--material={material}' '{x}' | grep 'best value'
cat filled
sed 's/ 0[.].* / GAP /' said
"$NES" run $options --dry-run -- cat '{file}' | grep first
"$NES" run $options --worker --dry-run -- cat | tail -1 | sed 's/ 0[.][0-9]*//'
"$NES" run $options --worker-json --dry-run -- cat | tail -1 | sed 's/0[.][0-9]*/GAP/g'
echo 0.5 ti | "$NES" eval --names gap,material --choices material=steel,alu,ti -- sh -c 'echo "$2" >said; echo 1' sh
cat said
"$NES" run $options -- echo '{gap:%s}'
echo "status $?"
"$NES" run $options -- echo '{material:%08s}'
echo "status $?"
