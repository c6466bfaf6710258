# Objectives of each kind that runs in this process; the command line wins over the file.
value() { sed 's/.*"dim":\([0-9]*\).*"best_f":\([^,]*\),.*"evaluations":\([0-9]*\),.*/\1 \2 \3/' | awk '{ printf "%d %.6g %d\n", $1, $2, $3 }'; }
echo 'variables: {a: [2, 5], b: [-3, -1]}
objective: {expr: "a - b"}
options: {max-evals: 300, model: off, json: yes, seed: 1}' >expr.yaml
echo 'objective: {problem: sphere, precision: 1e-8}
options: {dim: 3, json: yes}' >problem.yml
echo 'double objective(unsigned long n, const double *x) { return n + x[1]; }' >model.c
echo 'variables: {a: [2, 5], b: [-3, -1]}
objective: {c: model.c}
options: {max-evals: 500, model: off, json: true}' >c.yaml
"$NES" run expr.yaml | value
"$NES" run problem.yml | grep -o '"stop":"[a-z]*"'
"$NES" run c.yaml --max-evals 400 | value
"$NES" run c.yaml --expr 'a*a' --max-evals 400 | value
"$NES" run expr.yaml --lower 3,-2 --json=no --quiet | head -1
