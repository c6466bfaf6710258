# Every restart has a start of its own, for any number of jobs.
result() {
    "$NES" run "$@" --json | sed 's/,"seconds.*//'
}
for x0 in uniform:-4:4 normal:0:3; do
    for restarts in ipop bipop interleaved; do
        set -- --problem rastrigin_d3 --x0 $x0 --sigma 0.1 --method xnes --restarts $restarts \
            --max-evals 20000
        [ $restarts = interleaved ] || set -- "$@" --restart-factor 1
        a=$(result "$@" --jobs 1)
        [ "$a" = "$(result "$@" --jobs 3)" ] && echo "$a" |
            awk -F '"restarts":' -v name="$x0 $restarts" '{ split($2, n, ","); print name, (n[1] > 5 ? "many" : n[1]) }'
    done
done
