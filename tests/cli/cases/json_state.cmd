"$NES" run --problem sphere_d10 --method xnes-as --eta-sigma 0.1 --popsize 12 --max-evals 601 --json |
    sed 's/"eta_sigma":0.1,/same/; s/.*"best_run":1,"popsize":12,"eta_mu":1,"eta_sigma":[0-9].*/adapted/'
"$NES" run --problem sphere_d10 --method xnes --eta-sigma 0.1 --popsize 12 --max-evals 601 --json |
    sed 's/.*"best_run":1,"popsize":12,"eta_mu":1,"eta_sigma":0.1,.*/as given/'
"$NES" run --expr 'x2^2 - sqrt(-x1)' --dim 2 --x0 -1 --method t-xnes --nu 5 --max-evals 200 --json |
    sed 's/.*"nonfinite":[1-9][0-9]*,.*"eta_diag":null,"eta_nu":null,"nu":5,"sigma":[0-9].*/nu as given/'
