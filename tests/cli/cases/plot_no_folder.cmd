"$NES" run --problem sphere_d3 --plot no/such/folder/x --max-evals 1000000000000
