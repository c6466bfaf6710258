# Runs that nes evaluates itself, killed at any moment, go on to the same result.
. "$CASES/interrupted.sh"
check() {
    name=$1
    shift
    run_alone whole$name "$@" --quiet --json
    "$NES" run "$@" --quiet --out cut$name >said 2>&1 &
    until "$NES" show cut$name --json 2>/dev/null | grep -q '"command":\['; do sleep 0.01; done
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    quietly "$NES" resume cut$name --quiet --json
    same_result whole$name.json said && echo "$name"
}
check problem --problem rastrigin_d4 --seed 5 --restarts ipop --max-evals 20000
check formula --expr 'sum(x^2) + sum(cos(9*x))' --dim 3 --seed 5 --max-evals 20000
check noisy --problem bbob_noisy_f105_i1_d3 --seed 5 --max-evals 20000
check kept --problem bbob_noisy_f104_i1_d3 --seed 5 --max-evals 1500 --keep-evals yes
