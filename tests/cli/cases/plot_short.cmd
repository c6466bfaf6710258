"$NES" run --expr "sum(x^2)" --dim 2 --plot out --max-evals 12 --quiet >/dev/null && ls && grep -c "x2 " out.svg
