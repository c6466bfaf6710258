# What nobody can reach does not keep a search alive; infinity is no limit, and 0 is none that anybody means.
ending() {
    "$NES" run --dim 2 --kernels baseline "$@" --json 2>&1 | grep -Eo '"(stop|trust)":"[a-z_]*"|2 further runs.*point|the target.*reached'
}
for limit in '--target 0.5' '--target=-inf --max-evals inf' '--max-time inf' '--restarts none'; do
    ending --expr '1 + sum(x^2)' --x0 3 $limit
done
ending --expr '20 + sum(x^2 - 10*cos(6.283185307*x))' --x0 4.2 --max-runs 2 --seed 3
for word in '--max-evals 0' '--max-gens 0' '--restarts 5' '--restarts 0' '--restarts no' '--restarts True'; do
    "$NES" run --expr 'sum(x^2)' --dim 2 $word 2>&1 || true
done
