for c in eval list options selftest; do "$NES" $c --help || exit 1; done
