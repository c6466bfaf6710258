# The beam of examples/beam: from its problem file alone the search finds the best of 72 materials and
# numbers of ribs and stringers, with a corner where evaluations crash.
cp "$CASES"/../../../examples/beam/* .
echo 225 100 3 5 3 2 aluminium | "$NES" eval beam.yaml
echo 350 150 1 2 3 2 steel | "$NES" eval beam.yaml
for seed in 1 2 3 4 5 6 7 8; do
    "$NES" run beam.yaml --seed $seed --json --quiet | sed 's/.*"best_f":\([0-9.]*\).*"feasible":\([a-z]*\).*/\1 \2/'
done | awk '$2 == "true" && $1 < 1.01 * 18.301047 && $1 > 18.301046 { n++ } END { print n, "of", NR, "found it" }'
"$NES" run beam.yaml --seed 3 --quiet | grep -E '^  (feasible|active|ribs|stringers|material)' | cut -c1-50
