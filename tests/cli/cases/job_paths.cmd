# Names of files are meant from where nes is started.
mkdir jobs
echo 'double objective(unsigned long n, const double *x) { return n * x[0] * x[0]; }' >jobs/model.c
echo 'variables: {a: [-1, 2]}
objective: {c: model.c}
options: {max-evals: 200, quiet: yes}' >jobs/job.yaml
(cd jobs && "$NES" run job.yaml) | grep -c '^  best value' || exit 1
sed 's,c: model,c: jobs/model,' jobs/job.yaml >job.yaml
"$NES" run job.yaml | grep -c '^  best value' || exit 1
"$NES" run jobs/job.yaml
