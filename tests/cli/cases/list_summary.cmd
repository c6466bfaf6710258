# Without a topic the list fits a terminal of 80 x 24, prompt included.
"$NES" list >list
[ "$(wc -l <list)" -le 22 ] || exit 1
[ -z "$(awk 'length($0) > 80' list)" ] || exit 1
cat list
[ "$("$NES" list all | wc -l)" -gt 500 ] || exit 1
"$NES" list --names | grep -cx xnes
