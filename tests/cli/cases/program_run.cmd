# One start per point. The result does not depend on the number of jobs, nor on how long evaluations take.
cat >sim <<'END'
#!/bin/sh
[ $((NES_ID % 3)) = 0 ] && sleep 0.02
exec awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g\n", (a - 1)^2 + 10 * (b + 2)^2 }'
END
chmod +x sim
run() {
    "$NES" run --dim 2 --seed 4 --max-evals 90 --popsize 6 --json --jobs "$@" | sed 's/,"\(seconds\|places\|idle\)":[^,}]*//g'
}
run 1 -- ./sim {x} >1
run 3 -- ./sim {x} >3
run 3 -- ./sim {x1} {x2} >by_number
run 3 --names width,height -- ./sim {width} {height} >by_name
run 2 -- ./sim >appended
for file in 3 by_number appended; do cmp 1 $file; done
sed 's/.*"best_f":\([^,]*\).*/\1/' 1 | awk '{ print ($1 < 0.01) }'
grep -c '"best_f"' by_name
