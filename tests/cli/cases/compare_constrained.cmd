# Only points that satisfy the constraints count in a comparison.
"$NES" compare --methods dd-xnes,dd-xnes:constraint_handling=rules --problems bbob-constrained_f001_i01_d02 \
    --runs 4 --budget 600 --precision 1e-6 --jobs 2 --quiet --out results >/dev/null
cut -d, -f1-3,6 results/runs.csv
awk -F, 'NR > 1 && $5 < -1e300' results/runs.csv
