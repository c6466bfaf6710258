# Crashes, hangs, garbage and NaN: the run goes on, counts each kind with an example, and leaves nothing behind.
cat >sim <<'END'
#!/bin/sh
case $((NES_ID % 20)) in
3 | 13) echo 'oops' >&2; kill -SEGV $$ ;;
7) (trap '' TERM; sleep 1000) & sleep 1000 ;;
11) echo garbage; exit 0 ;;
15) echo nan; exit 0 ;;
esac
exec awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g\n", (a - 1)^2 + (b + 2)^2 }'
END
chmod +x sim
mkdir scratch
export TMPDIR=$PWD/scratch
"$NES" run --dim 2 --seed 4 --max-evals 60 --jobs 4 --timeout 2 --scratch --quiet -- ./sim {x} >result
grep -E ' x (killed|timed|printed)' result | sed 's/^ *//' | sort
sed -n 's/^  best value *//p' result | awk '{ print ($1 < 1) }'
ls scratch
