# A problem file and the same said by options are the same run.
cat >job.yaml <<'END'
variables:
  temperature: {range: [20, 90], start: 40, std: 10}
  rate: {range: [1e-5, 1e-1], log: yes}
  stages: {range: [1, 12], integer: yes}
  pressure: 3
  w: {count: 2}
objective:
  expr: (temperature-50)^2/100 + (log10(rate)+3)^2 + (stages-pressure)^2 + w1^2 + (w2-1)^2
options:
  max_evals: 2000
  seed: 3
END
plain() { sed 's/,"seconds".*//' "$1"; }
"$NES" run job.yaml --json >file || exit 1
"$NES" run --json --dim 6 --names temperature,rate,stages,pressure,w1,w2 \
    --expr '(temperature-50)^2/100 + (log10(rate)+3)^2 + (stages-pressure)^2 + w1^2 + (w2-1)^2' \
    --lower 20,1e-5,1,3,-inf,-inf --upper 90,1e-1,12,3,inf,inf --x0 40,1e-3,6,3,0,0 \
    --std 10,2.302585092994046,3,1,1,1 --log 0,1,0,0,0,0 --integer 0,0,1,0,0,0 \
    --max-evals 2000 --seed 3 >line || exit 1
plain file | grep -o '"best_x":[^]]*'
plain file >a && plain line >b && cmp a b
