cat > w.sh <<'EOF'
#!/bin/sh
tee -a seen.$1 | sed -u 's/.*"id":\([0-9]*\).*"width":\([-+.e0-9]*\).*/{"id":\1,"result":{"loss":\2}}/'
EOF
chmod +x w.sh
"$NES" run --names width,height --lower 0 --upper 1 --max-evals 20 --seed 1 --json --worker-json --value-json result.loss -- ./w.sh {job} |
    grep -o '"evaluations":[0-9]*,"failed":[0-9]*'
head -1 seen.1 | sed 's/[-+.e0-9]*[0-9]/N/g'
