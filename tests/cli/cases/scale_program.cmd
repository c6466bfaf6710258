# Programs get the user's numbers: as arguments, with formats, in templates, files and lines.
cat >deck.in <<'DECK'
RADIUS {radius:%6.2f} GAP {gap} RIBS {ribs:%d}
DECK
options="--names ribs,radius,gap --lower 0,?,0.1 --upper 10,?,0.9 --x0 4,1.6,0.3 --sigma 2,?,0.2
    --step ribs=2;gap=0.1 --values radius=1,1.6,2 --max-evals 1 --seed 2 --quiet"
"$NES" run $options --template deck.in -- sh -c 'cat deck.in >"$NES_START/filled"; echo "$@" >"$NES_START/said"; echo 1' sh '{ribs:%d}' '{x}' | grep 'best value'
cat filled said
"$NES" run $options --dry-run --template deck.in -- cat {x} '{radius:%.3e}' 2>&1 | grep -e '^  ribs' -e '^  radius' -e '^  gap' -e 'first' -e RADIUS
"$NES" run $options -- cat '{file}' | grep 'best value'
"$NES" run $options --worker --dry-run -- cat | tail -2
"$NES" run $options --worker-json --dry-run -- cat | tail -2
"$NES" run $options -- echo '{gap:%d}'
echo "status $?"
"$NES" run --names a,b --step a=0.5 -- echo '{a:%s}'
echo "status $?"
