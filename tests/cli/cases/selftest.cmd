"$NES" selftest
