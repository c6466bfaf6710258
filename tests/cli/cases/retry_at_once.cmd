# A point that fails is tried again when a place is free, although others of its generation are still
# under way: one of them waits until that has happened. The result does not depend on it.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 40 --retries 2 --quiet --json"
fails='touch failed."$NES_ID"; exit 3'
echo "$fails" >id.8
echo "$fails" >id.10
run_alone whole $settings -- ./sim {x}
for jobs in 2 3; do
    rm -rf run again.*
    fresh
    echo 'touch again.8.failed; exit 3' >id.8
    echo 'until [ -e again.10 ]; do sleep 0.02; done' >id.9
    echo 'echo "touch again.10" >id.10; exit 3' >id.10
    quietly timeout 120 "$NES" run $settings --jobs $jobs --out run -- ./sim {x}
    same_result whole.json said
    same whole run
done
