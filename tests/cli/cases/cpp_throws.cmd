cat > f.cpp <<'EOF'
#include <stdexcept>
#include <vector>
double objective(std::size_t n, const double *x)
{
    std::vector<double> v(x, x + n);
    if (v[0] > 1.5) throw std::runtime_error("too far");
    double s = SHIFT;
    for (double y : v) s += y * y;
    return s;
}
EOF
for jobs in 1 8; do
    "$NES" run --c f.cpp --cc-flags '-DSHIFT=2 -Wall' --dim 2 --x0 1 --max-evals 300 --seed 1 --popsize 8 --model off --jobs $jobs --json |
        sed 's/"seconds.*//' > $jobs.json
done
cmp 1.json 8.json && grep -o '"evaluations":[0-9]*' 1.json && ! grep '"failed":0' 1.json
"$NES" run --c f.cpp --cc-flags -DSHIFT=0 --dim 2 --x0 1 --max-evals 300 --seed 1 --quiet | grep -c 'exception.*too far'
