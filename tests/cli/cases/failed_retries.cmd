# A formula fails again at the same point: with two retries every failure is there three times.
counts() {
    "$NES" run --expr 'if(x1 > 0, failed, sum(x^2))' --dim 2 --popsize 10 --max-gens 1 --json "$@" |
        sed 's/.*"evaluations":\([0-9]*\),"failed":\([0-9]*\).*/\1 \2/'
}
set -- $(counts) $(counts --retries 2)
[ "$4" = $((3 * $2)) ] && [ "$3" = $((10 + 2 * $2)) ] && echo "every failure was tried again twice"
