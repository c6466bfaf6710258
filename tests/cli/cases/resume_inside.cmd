# A budget that ends inside the open generation holds to the point. The run can be extended from
# there, and is then the run that had the last budget from the start, with no evaluation made twice.
. "$CASES/interrupted.sh"

# same_points DIR DIR: as same, without the rounds, which a budget inside a generation divides.
same_points() {
    for folder in "$1" "$2"; do
        "$NES" show "$folder" --evaluations | cut -d, -f1,3-7 >"$folder.points"
    done
    if cmp -s "$1.points" "$2.points"; then echo "same $(wc -l <"$1.points")"; else diff "$1.points" "$2.points"; fi
}

settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --quiet --json"
run_alone whole $settings --max-evals 43 -- ./sim {x}
fresh
at 9 'kill -9 $PPID'
quietly "$NES" run $settings --max-evals 100 --out run -- ./sim {x}
for more in '--max-evals 10' '' '--max-evals 11' '--max-evals 43'; do
    quietly "$NES" resume run --quiet --json $more
    grep -o '^nes:.*\|"evaluations":[0-9]*' said
done
same_result whole.json said
same_points whole run
wc -l <calls
sqlite3 run/run.db "SELECT count(*) FROM evaluations WHERE status = 'asked'"
sqlite3 run/run.db "SELECT value FROM facts WHERE name = 'changes'"

echo "a budget that cut a generation, extended, and the state lost:"
fresh
rm -rf run
quietly "$NES" run $settings --max-evals 10 --out run -- ./sim {x}
quietly "$NES" resume run --quiet --json --max-evals 20
quietly "$NES" resume run --quiet --json --tolfun off --max-evals 26
sqlite3 run/run.db "DELETE FROM state"
quietly "$NES" resume run --quiet --json --max-evals 43
same_result whole.json said
same_points whole run
wc -l <calls

echo "the same where nothing is kept of evaluations:"
settings="--problem rosenbrock --dim 3 --seed 5 --popsize 8 --quiet --json"
rm -rf run whole
run_alone whole $settings --max-evals 203
quietly "$NES" run $settings --max-evals 101 --out run
quietly "$NES" resume run --json --quiet --max-evals 141
sqlite3 run/run.db "DELETE FROM state"
quietly "$NES" resume run --json --quiet --max-evals 203
same_result whole.json said
