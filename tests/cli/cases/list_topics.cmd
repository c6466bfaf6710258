# Every choice among the options is a topic, and every topic can be listed.
"$NES" list topics --names > topics
for t in $(cat topics); do "$NES" list "$t" --names | grep -q . || echo "nothing: $t"; done
"$NES" options | sed -n 's/^  --\([a-z-]*\) WORD$/\1/p' | grep -vx method > choices
grep -vxf topics choices
exit 0
