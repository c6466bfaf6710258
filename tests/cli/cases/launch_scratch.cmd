# Folders of evaluations are where other machines see them: with the run, or here. They go at the end.
. "$CASES/fake_srun.sh"
cat >where <<'END'
#!/bin/sh
pwd | sed "s:^$NES_START::; s:/[^/]*/[0-9]*$::" >>"$NES_START/places"
echo "$1" | tr -d -
END
chmod +x where
"$NES" run --dim 1 --seed 1 --max-evals 4 --launch 'env' --scratch --quiet -- ./where {x} >/dev/null
"$NES" run --dim 1 --seed 1 --max-evals 4 --launch 'env' --scratch --out run --quiet -- ./where {x} >/dev/null
uniq places
ls -d nes-scratch run/scratch 2>/dev/null
exit 0
