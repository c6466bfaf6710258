# Starts are drawn from the seed: by the words of --x0, and where the usual start of a problem is random.
start() {
    "$NES" run "$@" --method 1+1-nes --max-evals 1 --json | sed 's/.*"best_x":\(.*\),"mean_x.*/\1/'
}
check() {
    a=$(start "$@" --seed 7)
    [ "$a" = "$(start "$@" --seed 7)" ] && [ "$a" != "$(start "$@" --seed 8)" ] &&
        [ "$a" != "$(start "$@" --seed 7 --run 1)" ] && echo "$1 $2 $3"
}
check --problem lj_n13
check --problem random-basin_d4
check --problem sphere_d3 --x0=uniform:-4:4
check --problem sphere_d3 --x0=normal:0:0.01
# A point is a point.
[ "$(start --problem lj_n2 --x0 1,2,3,4,5,6 --seed 7)" = '[1,2,3,4,5,6]' ] && echo point
[ "$(start --problem rosenbrock_d3 --seed 7)" = '[0,0,0]' ] && echo usual
# Small, and not all the same.
start --problem lj_n2 --seed 7 | tr -d '[]' | tr ',' '\n' |
    awk '{ if ($1 < 0) $1 = -$1; if ($1 < 0.06 && !($1 in seen)) n++; seen[$1] } END { print n }'
