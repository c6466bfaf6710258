"$NES" bench --compare a b --seed 3
