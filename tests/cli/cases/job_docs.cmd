# Every example of docs/problem-file.md is read, and those without a program are run as they stand;
# of the others variables and options are used with a formula.
awk '/^```yaml$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside { print > (n ".yaml") }' \
    "$CASES/../../../docs/problem-file.md"
echo 'double objective(unsigned long n, const double *x) { return n + x[0] * x[0] + x[1]; }' >model.c
for k in 1 2 3 4 5 6 7 8 9; do
    sed -i '/^options/s/out: trial, //' $k.yaml
    if grep -q -e program: -e worker: -e by-hand: -e command: $k.yaml; then
        set -- --expr 'x1^2 + x2^2' --dim 2 --max-evals 200
        [ $k != 1 ] || set -- --expr '(temperature - 50)^2 + stages'
    else
        set --
    fi
    "$NES" run $k.yaml --quiet "$@" | grep -e '^minimise' -e '^  best value' || echo "$k failed"
done
ls *.yaml | wc -l
