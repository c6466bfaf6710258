for c in resume show serve report plot ask tell ctl init eval bench experiment list options selftest; do "$NES" $c --help || exit 1; done
