"$NES" run --dim 2 --max-evals 6 --quiet -- sh -c "echo no such thing >&2; exit 3" >/dev/null
