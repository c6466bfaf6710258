# The saved state of a run is lost or damaged, in any column: the run is computed again from its
# evaluations, makes none of them again, and is the run that was never damaged.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --quiet --json"

# tables DIR: what the database has, but for times.
tables() {
    sqlite3 "$1/run.db" "SELECT round, evaluations, generation, best_f, fingerprint FROM state;
        SELECT generation, evaluations, run, popsize, best, sigma, mean, axes FROM generations;
        SELECT round, id, generation, x, f, status FROM evaluations"
}

# damaged NAME SQL [OPTION]: the run in `kept` with that damage goes on to the end.
damaged() {
    cp -r kept run
    cp calls calls.kept
    sqlite3 run/run.db "$2"
    printf '%s: ' "$1"
    quietly "$NES" resume run --max-evals 43 --quiet --json $3 | tr '\n' ' '
    grep -c '^nes: the state in run/run.db is .*; the run is computed again from its [0-9]* evaluations$' said |
        tr '\n' ' '
    same_result whole.json said
    tables run >run.tables
    cmp whole.tables run.tables
    [ "$(wc -l <calls)" = 43 ] || wc -l <calls
    rm -rf run
    mv calls.kept calls
}

run_alone whole $settings --max-evals 43 -- ./sim {x}
tables whole >whole.tables

echo 'evaluations complete:'
fresh
quietly "$NES" run $settings --max-evals 25 --out kept -- ./sim {x}
damaged 'nothing' 'SELECT 1 WHERE 0'
damaged 'no row' 'DELETE FROM state'
damaged 'cut' 'UPDATE state SET saved = substr(saved, 1, 500)'
damaged 'empty' "UPDATE state SET saved = x''"
damaged 'zeros' 'UPDATE state SET saved = zeroblob(length(saved))'
damaged 'text' "UPDATE state SET saved = 'state'"
damaged 'later round' 'UPDATE state SET round = round + 3'
damaged 'earlier round' 'UPDATE state SET round = round - 1'
damaged 'negative round' 'UPDATE state SET round = -1'
damaged 'evaluations' 'UPDATE state SET evaluations = 4096'
damaged 'generation' 'UPDATE state SET generation = 1.5'
damaged 'best value' 'UPDATE state SET best_f = NULL'
damaged 'fingerprint' "UPDATE state SET fingerprint = upper(fingerprint) || '0'"
damaged 'repaired' "UPDATE state SET saved = x'00'" --repair
damaged 'row removed, repaired' "DELETE FROM state" --repair
damaged 'as of an earlier version' "DELETE FROM facts WHERE name = 'state_sha256';
    UPDATE state SET saved = substr(saved, 1, 500); PRAGMA user_version = 1"
damaged 'as of an earlier version, sound' "DELETE FROM facts WHERE name = 'state_sha256'; PRAGMA user_version = 1"

echo 'a generation partly there:'
fresh
rm -rf kept
at 27 'kill -9 $PPID'
quietly "$NES" run $settings --max-evals 43 --out kept -- ./sim {x}
sed -i '$d' calls # the evaluation that did not come to a value
rm at.27
damaged 'nothing' 'SELECT 1 WHERE 0'
damaged 'no row' 'DELETE FROM state'
damaged 'cut' 'UPDATE state SET saved = substr(saved, 1, 500)'
damaged 'round' 'UPDATE state SET round = round + 1'

echo 'what a check of the tables finds:'
cp -r kept run
sqlite3 run/run.db 'PRAGMA ignore_check_constraints = 1; UPDATE state SET one = 2'
quietly "$NES" resume run
grep -o 'is damaged: .*evaluations' said
quietly "$NES" resume run --max-evals 43 --quiet --json --repair
same_result whole.json said
tables run | cmp whole.tables
