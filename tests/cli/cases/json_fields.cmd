"$NES" run --problem rosenbrock_d2 --method xnes --seed 18446744073709551615 --max-evals 300 --json |
    sed 's/"seed":18446744073709551615/"seed":S/; s/\([:,[]\)-*[0-9][-+.e0-9]*/\1N/g; s/_text":"[^"]*"/_text":T/g'
