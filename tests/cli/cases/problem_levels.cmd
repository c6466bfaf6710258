# Whole numbers of a problem are whole in points, and stay between their bounds.
"$NES" run --problem bbob-mixint_f001_i01_d10 --seed 1 --max-evals 3000 --precision 1e-8 --json |
    sed -n 's/.*"best_x":\[\([^]]*\)\].*"stop":"\([a-z]*\)".*/\1 \2/p' |
    awk -F '[, ]' '{ for (i = 1; i <= 8; i++) printf "%s ", $i; print $NF }'
