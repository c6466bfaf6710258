cat > w.sh <<'EOF'
#!/bin/sh
while read -r x y; do
    awk -v x="$x" -v y="$y" 'BEGIN { printf "%.17g\n", (x - 1) ^ 2 + y ^ 2 }'
done
EOF
chmod +x w.sh
for jobs in 1 3; do
    "$NES" run --dim 2 --x0 3 --sigma 1 --max-evals 60 --popsize 6 --model off --seed 1 --jobs $jobs --json --worker -- ./w.sh |
        sed 's/"seconds.*//' > $jobs.json
done
cmp 1.json 3.json && grep -o '"evaluations":[0-9]*,"failed":[0-9]*' 1.json
