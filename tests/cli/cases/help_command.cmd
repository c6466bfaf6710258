for c in run eval experiment list options selftest; do "$NES" help $c > a && "$NES" $c --help > b && cmp a b || exit; done
