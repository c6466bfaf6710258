# The folder of a run is removed, replaced or moved while an evaluation takes for ever. The run ends
# at once and says where its values are, and it goes on from there to the same end.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --max-evals 40 --quiet --json"
run_alone whole $settings -- ./sim {x}
here=$(pwd -P)

# disturb COMMAND DIR: what is said, and whether the run goes on in the folder.
disturb() {
    fresh
    at 15 "$1; exec sleep 600"
    quietly timeout 120 "$NES" run $settings --out run -- ./sim {x}
    sed "s|$here/||g" said
    "$NES" show "$2" | grep 'status' | sed 's/;.*//'
    quietly "$NES" resume "$2" --json
    same_result whole.json said
    same whole "$2"
    rm -rf "$2" run
}
disturb 'rm -rf run' run.saved
disturb 'mkdir run.saved; rm run/run.db' run.saved-2
disturb 'mv run away; mkdir run; echo letter >run/run.db; cp run/run.db kept' away
disturb 'rm -rf run; mkdir run; echo letter >run/run.db' run.saved-2
disturb 'mv run/run.db old.db' run.saved-2
disturb 'mkdir alone; mv run/run.db alone' alone
# Somebody looks at it under its new name.
disturb 'mv run "a b"; "$NES" show "a b" >/dev/null' 'a b'
cat kept
