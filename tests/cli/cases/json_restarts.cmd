"$NES" run --problem rastrigin_d5 --method snes --restarts interleaved --restart-p 0.5 --max-evals 20000 --json |
    sed 's/.*"evaluations":\([0-9]*\).*"restarts":[1-9][0-9]*,"challenges":0,.*"stop":"\([a-z_]*\)".*; [0-9]* restarts, run [0-9]* won".*/\1 \2/'
