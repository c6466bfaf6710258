# Without generations: killed between values, again at the next evaluation, again later. With one place
# the run is the one that nobody disturbed. With several it is the run that the order of its values
# makes: computed again from the folder, without its state, it has the same tables.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --retries 1 --async --quiet --json"
killed() { for n in "$@"; do at $n 'kill -9 $PPID; exec sleep 60'; done; }
# events: what fails.
events() { echo 'exit 3' >id.8; echo 'exit 3' >id.30; }
fresh
events
run_alone whole $settings -- ./sim {x}
fresh
events
killed 1 9 20 21 33
quietly "$NES" run $settings --out cut -- ./sim {x}
for part in 1 2 3 4 5; do quietly "$NES" resume cut --json; done
same whole cut
same_result whole.json said

# tables DIR: what the run was, but for times.
tables() {
    sqlite3 -readonly "$1/run.db" 'SELECT round, id, generation, x, f, status, failure FROM evaluations ORDER BY round;
        SELECT * FROM arrivals ORDER BY number;
        SELECT generation, evaluations, best, generation_median, sigma, mean, std FROM generations ORDER BY generation;
        SELECT round, evaluations, generation, fingerprint FROM state'
}
# computed_again DIR: whether the folder without its state is the same run.
computed_again() {
    rm -rf anew
    cp -r "$1" anew
    sqlite3 anew/run.db 'DELETE FROM state; DELETE FROM generations'
    "$NES" resume anew --quiet --json >said 2>&1 || cat said
    grep -o 'the run is computed again.*' said
    tables "$1" >one
    tables anew >other
    cmp one other && echo "the same, $(wc -l <calls) evaluations"
}
for jobs in 2 4; do
    fresh
    events
    rm -rf several
    killed 7 19 30
    quietly "$NES" run $settings --jobs $jobs --out several -- ./sim {x} >/dev/null
    for part in 1 2 3; do quietly "$NES" resume several --json >/dev/null; done
    sqlite3 -readonly several/run.db "SELECT count(*), count(DISTINCT round), max(number) FROM arrivals;
        SELECT status, count(*) FROM evaluations GROUP BY status"
    sort calls | uniq -c | awk '$1 > 5' # points are begun again as often as the run was killed, and tried again once
    fresh
    touch calls
    computed_again several
done

# A run that goes on with a new budget, with another number of places.
"$NES" resume several --max-evals 80 --jobs 3 --quiet --json >said 2>&1
grep -o '"evaluations":[0-9]*' said
fresh
touch calls
computed_again several
"$NES" show several --evaluations | wc -l
"$NES" show several | grep 'evaluations \|without'
"$NES" plot several --out picture >/dev/null && ls picture.*
