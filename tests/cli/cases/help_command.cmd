for c in run eval list options selftest; do "$NES" help $c > a && "$NES" $c --help > b && cmp a b || exit; done
