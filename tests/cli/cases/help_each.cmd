for c in resume show plot ask tell ctl init eval bench experiment list options selftest; do "$NES" $c --help || exit 1; done
