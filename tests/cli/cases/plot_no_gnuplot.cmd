PATH=/nonexistent "$NES" run --problem sphere_d2 --plot x --max-evals 40; s=$?; /bin/ls; exit $s
