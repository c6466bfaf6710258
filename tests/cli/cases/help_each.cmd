for c in show eval bench experiment list options selftest; do "$NES" $c --help || exit 1; done
