PATH=/nonexistent "$NES" run --problem sphere_d2 --plot x --max-evals 40 --quiet; s=$?; ls; exit $s
