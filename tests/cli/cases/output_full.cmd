# Standard output that cannot be written, early or late, is said with its reason by every command.
"$NES" run --problem sphere_d2 --max-evals 60 --seed 1 --quiet --out run >/dev/null || exit
bench="bench bbob --functions 1 --dims 2 --instances 1 --budget 20 --quiet --jobs 1 --out b"
compare="compare --methods xnes,snes --problems sphere_d2 --runs 2 --budget 50 --quiet --out c"
"$NES" $compare >/dev/null || exit
seq 2000 | sed 's/$/ 1/' >points
while read -r words; do
    "$NES" $words >/dev/full 2>err <points
    status=$?
    [ $status = 4 ] && grep -q 'standard output cannot be written: No space left' err || echo "$words: $status $(cat err)"
done <<END
--help
--version
help run
list
list methods
options
options sigma
run --problem sphere_d2 --max-evals 60 --quiet
run --problem sphere_d2 --max-evals 60 --json
show run
show run --json
plot run
resume run --max-evals 90 --quiet
init -
eval --expr x1+x2 --dim 2
$bench
$bench --json
bench --compare b b
$compare
$compare --json
experiment --list
END
for command in run resume show plot ask tell ctl init eval bench compare experiment list options selftest; do
    "$NES" $command --help >/dev/full 2>err
    [ $? = 4 ] && grep -q 'No space left' err || echo "$command --help: $(cat err)"
done
