"$NES" bench --compare a b
