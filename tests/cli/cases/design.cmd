# A design: N points that fill the box, evaluated first, with main effects; the same for any number of jobs, after a kill too.
. "$CASES/interrupted.sh"
settings="--names a,b,c --lower 0,1,-3 --upper 8,1000,3 --log 0,1,0 --integer 0,0,1 --seed 3 --popsize 6 --max-evals 40 --quiet"
sed 's/^exec awk.*/exec awk "BEGIN {printf \\"%.12g\\", 3 * $1 - 2 * log($2) + 0.1 * $3 * $3}"/' sim >sim2
chmod +x sim2
"$NES" run $settings --design 16 --out whole --json -- ./sim2 {x} >whole.json
"$NES" run $settings --design 16 --out again -- ./sim2 {x} | grep -A4 'main effects'
"$NES" show whole --evaluations | awk -F, '$2 == 0 {print $5, $7}' | sort -n
grep -o '"effects":{"points":[0-9]*,"explained":0\.9' whole.json
fresh
at 7 'kill -9 $PPID; exec sleep 60'
at 25 'kill -9 $PPID; exec sleep 60'
quietly "$NES" run $settings --design 16 --out cut --jobs 1 -- ./sim2 {x}
quietly "$NES" resume cut --jobs 1
quietly "$NES" resume cut --json --jobs 4
same whole cut
same_result whole.json said
"$NES" run $settings --design 5 --expr 'a+c' | grep -A2 'main effects'
"$NES" run $settings --design 30 --expr '(a-4)^2' | grep -A3 'main effects'
"$NES" run --problem sphere_d2 --lower -2 --upper 5 --design 9 --x0 1,1 --max-evals 30 --dry-run | grep 'known points'
