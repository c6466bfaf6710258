# nes run --dry-run shows what would be run; nothing is evaluated, no program is started, nothing is written.
cat >sim.sh <<'END'
#!/bin/sh
echo started >>"$NES_START/started"
echo 1
END
chmod +x sim.sh
printf 'RIB %s\nTHICK %s\n' '{ribs:%3d}' '{thick:%8.3f}' >in.txt
cat >job.yaml <<'END'
variables: {thick: [1, 2], ribs: {range: [2, 9], integer: yes}, rate: {range: [1e-4, 1], log: yes}, width: 7}
objective: {program: [./sim.sh, "--thick={thick:%.1f}", "{file}", "two words"], template: in.txt, timeout: 5}
options: {max-evals: 50, max-time: 60, target: 0.5, jobs: 2, out: results, seed: 4}
END
ls -A >before
"$NES" run job.yaml --dry-run || exit 1
"$NES" run job.yaml --dry-run --json | grep -o -e '^{"dry_run":true' -e '"names":.*"rate","width"\]' -e '"max_evals":50' \
    -e '"folder":"results"' -e '"command":\["./sim.sh","--thick=1[.][0-9]","{file}","two words"\]' -e '"restarts":"[a-z]*"' || exit 1
"$NES" run --dim 2 --x0 1,2 --eval-start=yes --worker-json --dry-run -- ./sim.sh '{job}' | grep -e '^  a worker' -e '^  its first' || exit 1
printf '3 4\n5 6\n' >known.txt
"$NES" run --expr 'failed + x1' --dim 2 --inject known.txt --dry-run | grep -e '^  known' -e '^  first' || exit 1
"$NES" run --by-hand --dim 1 --out deep/hand --dry-run | grep '^  folder' || exit 1
# Errors are those of the run, with the same exit status.
"$NES" run --dim 2 --sigma 0 --dry-run -- ./sim.sh
echo "status $?"
"$NES" run --dim 2 --dry-run --out in.txt -- ./sim.sh
echo "status $?"
"$NES" run --dim 2 --dry-run -- ./no-such-program
echo "status $?"
rm known.txt
[ "$(ls -A)" = "$(cat before)" ] && echo nothing else
