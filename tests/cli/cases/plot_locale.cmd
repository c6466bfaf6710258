LC_ALL=C "$NES" run --problem sphere_d3 --plot out --max-evals 200 --quiet >/dev/null
