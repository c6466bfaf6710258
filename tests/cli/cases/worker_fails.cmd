# every kind of failure is counted, and the rest is enough
cat > w.sh <<'EOF'
#!/bin/sh
n=0
while read -r x; do
    n=$((n + 1))
    case $((n % 8)) in
    3) echo 'failed no convergence' ;;
    5) echo 'hello' ;;
    7) echo 'broken pipe of water' >&2; exit 4 ;;
    *) awk -v x="$x" 'BEGIN { printf "%.17g\n", x * x }' ;;
    esac
done
EOF
chmod +x w.sh
"$NES" run --dim 1 --x0 3 --max-evals 60 --seed 1 --quiet --worker -- ./w.sh
