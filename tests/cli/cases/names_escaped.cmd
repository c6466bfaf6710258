# Names and words of other people reach the terminal without control characters, whatever prints them.
esc=$(printf '\033[31mred\007')
odd=$(printf 'a\377\302\233b\342\200\256c')
head="suite = '$esc', funcId = 1, DIM = 2, algId = '$esc', data_format = 'bbob-new2'"
for folder in "A$esc" "B$odd"; do
    mkdir "$folder"
    printf "$head\n%%\nf.dat, 1:20|1.0e-01, 2:30|1.0e+00" >"$folder/f1.info"
    printf '%%\n1 0 50 0 0\n20 0 0.1 0 0\n%%\n1 0 50 0 0\n30 0 1 0 0\n' >"$folder/f.dat"
done
printf '#!/bin/sh\nprintf "%s" >&2; exit 1\n' "$esc" >"sim$esc"
cp "sim$esc" "sim$odd"
chmod +x sim*
all() {
    "$NES" bench --compare "A$esc" "B$odd"
    "$NES" bench --compare "A$esc" "B$odd" --json
    "$NES" bench --compare "A$esc" "B$odd" "A$esc"
    "$NES" bench --compare "A$esc" "none$odd"
    "$NES" run --dim 1 --max-evals 4 --quiet --out "run$esc" -- "./sim$esc" {x}
    "$NES" run --dim 1 --max-evals 4 --json --out "run$odd" -- "./sim$odd" {x}
    for run in "run$esc" "run$odd"; do
        "$NES" show "$run"
        "$NES" show "$run" --json
        "$NES" show "$run" --evaluations
        "$NES" resume "$run"
        "$NES" plot "none$run" --history "$run.csv"
        "$NES" ctl "$run" set "popsize=$esc"
    done
    "$NES" run "$esc" --plot "$odd"
    "$NES" run --problem "$odd"
    "$NES" run --expr "sum(x^2) + $odd$esc" --dim 2
    "$NES" run --c "$esc.c" --dim 2
    "$NES" run --plugin "$odd.so:$esc" --dim 2
    "$NES" run --expr 'sum(x^2)' --dim 2 --inject "$esc" --x0 "@$odd"
    "$NES" run --expr 'sum(x^2)' --dim 2 --names "a$esc,b"
    "$NES" run --expr 'sum(x^2)' --dim 2 "--$esc"
    "$NES" run --expr 'sum(x^2)' --dim 2 --method "$esc"
    "$NES" "$esc"
    "$NES" compare --methods "$esc" --problems "$odd"
    "$NES" experiment "$esc" --out "$odd"
    "$NES" eval "$esc" </dev/null
    echo "1 $esc" | "$NES" eval sphere_d2
    "$NES" list "$odd"
    "$NES" options "$esc"
    "$NES" init "$esc.yaml"
    printf 'objective: { expr: "%s" }\nvariables: { "%s": {} }\n"%s": 1\n' a b "$odd" >job.yaml
    "$NES" run job.yaml
    "$NES" help "$esc"
}
all >out 2>&1 </dev/null
LC_ALL=C grep -c "$(printf '[\001-\010\013-\037\177]')" out
LC_ALL=C.UTF-8 grep -caxv '.*' out
LC_ALL=C grep -c "$(printf '\302[\200-\237]')" out
LC_ALL=C grep -c "$(printf '\342\200\256')" out
grep -c '^nes: .*x1b' out
"$NES" show "run$odd" --json | grep -o '"folder":"[^"]*"'
"$NES" show "run$esc" | grep '^  command'
