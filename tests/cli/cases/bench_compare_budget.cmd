"$NES" bench --compare a b --budget 3
