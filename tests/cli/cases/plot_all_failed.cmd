"$NES" run --expr failed --dim 3 --plot out --quiet --max-evals 50; s=$?; ls; grep -o "nothing to show" out.svg; exit $s
