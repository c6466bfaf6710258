# New limits of a run by hand stay in force, by ask and by resume; failures come back.
. "$CASES/interrupted.sh"
# The last digits depend on the processor.
shorten() {
    sed 's/\(so far [0-9.]\{8\}\)[0-9.]*/\1/'
}
answer() {
    "$NES" ask lab "$@" >points 2>why
    cat why
    awk '!/#/ { printf "%s %.17g\n", $1, $2 * $2 + $3 * $3 }' points >values
    "$NES" tell lab <values | shorten
}
"$NES" run --by-hand --dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 4 --model off --retries 1 --max-evals 6 --out lab
answer
answer
answer --max-evals 9
"$NES" resume lab --max-evals 20
"$NES" ask lab | awk '!/#/ { print $1, "failed" }' | "$NES" tell lab | shorten
"$NES" ask lab | wc -l
answer --again
"$NES" resume lab
"$NES" show lab --json | grep -o '"status":"[a-z]*"\|"evaluations":[0-9]*,"failed":[0-9]*'
