for c in eval bench list options selftest; do "$NES" $c --help || exit 1; done
