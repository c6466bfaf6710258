# Without gnuplot the results are there, and the message says what is missing.
PATH=/nonexistent "$NES" compare --methods xnes --problems sphere_d2 --runs 2 --quiet; s=$?; /bin/ls compare; exit $s
