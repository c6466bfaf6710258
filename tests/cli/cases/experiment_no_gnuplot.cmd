# Without gnuplot the data and the verdicts are there, and the message says what is missing.
PATH=/nonexistent "$NES" experiment E3 --out x --quiet; s=$?; /bin/ls x/E3; exit $s
