# A state that is damaged, in runs of other kinds: nothing kept of quick objectives, values by hand,
# evaluations that the user did not want to keep, rounds that are missing.
. "$CASES/interrupted.sh"
harm="UPDATE state SET saved = substr(saved, 1, 300) || x'ff' || substr(saved, 302)"
state() { sqlite3 "$1/run.db" 'SELECT round, evaluations, generation, best_f, fingerprint FROM state'; }

echo 'a formula:'
settings="--expr sum(x^2) --dim 3 --x0 1 --seed 5 --popsize 8 --model off --kernels baseline --quiet --json"
run_alone whole $settings --max-evals 203
quietly "$NES" run $settings --max-evals 101 --out run
sqlite3 run/run.db "$harm"
"$NES" show run | grep '^ *state'
"$NES" show run --json | grep -o '"state":[^,]*'
quietly "$NES" ctl run stop
quietly "$NES" resume run --max-evals 203 --quiet --json
grep '^nes:' said
same_result whole.json said
"$NES" show run --json | grep -o '"state":[^,]*'
state whole >one
state run | cmp one

echo 'by hand:'
run_by_hand() {
    quietly "$NES" run --by-hand --kernels baseline --dim 2 --x0 1,2 --seed 3 --popsize 4 --model off --max-evals 19 --out "$1"
    for n in 1 2 3 4 5 6 7 8; do
        "$NES" ask "$1" 3 2>>said.ask | awk '!/#/ { print $1, $2 * $2 + $3 * $3 }' >"told.$n"
        [ "$2" != "$n" ] || sqlite3 "$1/run.db" "$harm"
        [ "$3" != "$n" ] || sqlite3 "$1/run.db" 'DELETE FROM state'
        "$NES" tell "$1" <"told.$n" 2>>said.ask | tail -n 1
    done
    state "$1" >"$1.state"
    evaluations "$1" >"$1.table"
}
run_by_hand by_hand >by_hand.said
cat said.ask
run_by_hand again 3 6 >again.said
cat said.ask
tail -n 1 again.said
cmp by_hand.said again.said
cmp by_hand.state again.state
cmp by_hand.table again.table
sqlite3 again/run.db "$harm"
here=$PWD
cd /
"$NES" show "$here/again" | grep '^ *state'
"$NES" ask "$here/again" 2>&1 | sed "s|$here/||"
cd "$here"
state again | cmp by_hand.state

echo 'evaluations that were not kept:'
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --kernels baseline --quiet --json"
rm -rf whole
run_alone whole $settings --max-evals 12 --keep-evals no -- ./sim {x}
fresh
quietly "$NES" run $settings --max-evals 12 --keep-evals no --out away -- ./sim {x}
sqlite3 away/run.db "$harm"
quietly "$NES" resume away
cat said
wc -l <calls
"$NES" show away | grep 'best value'
quietly "$NES" resume away --repair --quiet --json
grep '^nes:' said
same_result whole.json said
wc -l <calls
state whole >one
state away | cmp one

echo 'a round that is missing:'
fresh
rm -rf whole
run_alone whole $settings --max-evals 43 -- ./sim {x}
fresh
quietly "$NES" run $settings --max-evals 43 --out gaps -- ./sim {x}
sqlite3 gaps/run.db "$harm; DELETE FROM evaluations WHERE round = 3"
quietly "$NES" resume gaps
cat said
quietly "$NES" resume gaps --repair --quiet --json
grep '^nes:' said
same_result whole.json said
wc -l <calls
same whole gaps
