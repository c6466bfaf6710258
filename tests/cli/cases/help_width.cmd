"$NES" bench --help | grep -c 'null'
"$NES" --help | awk 'length > 80'
for c in run resume show plot ask tell ctl init eval bench compare experiment list options selftest; do "$NES" $c --help | awk -v c=$c 'length > 80 { print c ": " $0 }'; done
