# An option that this command does not have, but others do, is not suggested to itself.
"$NES" resume DIR --upper 3
"$NES" resume DIR --x0=1
"$NES" ask DIR --std 1
"$NES" show DIR --max-evals 9
"$NES" list --json
"$NES" run --repair
"$NES" resume DIR --dry-run 2>&1
"$NES" resume DIR --uper 3
