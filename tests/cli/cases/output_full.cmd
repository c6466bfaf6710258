"$NES" list > /dev/full
