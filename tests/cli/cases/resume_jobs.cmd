# Several evaluations at a time, another number of them after each kill: the run is the same, and at
# most those under way are made again.
. "$CASES/interrupted.sh"
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --popsize 6 --model off --max-evals 40 --quiet --json"
run_alone whole $settings -- ./sim {x}
fresh
for id in 8 23; do echo 'kill -9 $PPID; exec sleep 60' >id.$id; done
quietly "$NES" run $settings --jobs 3 --out cut -- ./sim {x}
quietly "$NES" resume cut --json --jobs 2
quietly "$NES" resume cut --json --jobs 4
same whole cut
same_result whole.json said
[ "$(wc -l <calls)" -le 45 ] && echo few

# Method auto has a population for the jobs that the run began with. These count where the state is
# lost, too, whatever this part of the run has.
fresh
rm -rf whole
settings="--dim 2 --x0 3,4 --sigma 1 --seed 7 --model off --quiet --json"
run_alone whole $settings --max-evals 40 --jobs 5 -- ./sim {x}
fresh
quietly "$NES" run $settings --max-evals 23 --jobs 5 --out lost -- ./sim {x}
sqlite3 lost/run.db 'DELETE FROM state'
quietly "$NES" resume lost --max-evals 40 --jobs 2 --json
same_result whole.json said
cat >job.yaml <<'END'
variables:
  a: {range: [-10, 10], start: 3}
  b: {range: [-10, 10], start: 4}
objective: {program: [./sim, "{a}", "{b}"]}
options: {seed: 7, model: off, max-evals: 23, jobs: 5}
END
rm -rf lost
quietly "$NES" run job.yaml --out lost --quiet
sed -i 's/jobs: 5/jobs: 2/' job.yaml
sqlite3 lost/run.db 'DELETE FROM state'
(folder=$PWD/lost && cd / && "$NES" resume "$folder" --max-evals 40 --json --quiet >/dev/null 2>&1)
"$NES" show lost --json | grep -o '"evaluations":[0-9]*'
