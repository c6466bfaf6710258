# No name and no text of others is a command for gnuplot.
bad='|touch hit;#'
mkdir home && echo 'system "touch hit"' >home/.gnuplot
export HOME=$PWD/home
"$NES" run --plot "$bad" --max-evals 60 --seed 1 --quiet --dim 2 --out run -- \
    sh -c 'echo $(($$ % 7)) # `touch hit` "`touch hit`" @hit {/=9 x} '"'" >/dev/null || exit
"$NES" plot run --out 'a
b' --history 'a
`touch hit`.csv' >/dev/null || exit
folder="it's \"\`touch hit\`\""
bench="$NES bench bbob --functions 1 --dims 2 --instances 1 --budget 20 --quiet --jobs 1"
$bench --out "$folder" >/dev/null && $bench --out "$bad" >/dev/null || exit
"$NES" bench --compare "$folder" "$bad" --plot '`touch hit`' >/dev/null || exit
"$NES" compare --methods xnes --problems sphere_d2 --runs 2 --budget 50 --quiet --out '<touch hit' >/dev/null || exit
LC_ALL=C ls -A
find . -name hit -o -name '*.part'
