"$NES" bench --compare a
