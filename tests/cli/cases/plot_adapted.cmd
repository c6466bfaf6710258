"$NES" run --problem sphere_d3 --method xnes-as --plot out --max-evals 200 --quiet && grep -q "eta_sigma" out.svg && echo with its rate
