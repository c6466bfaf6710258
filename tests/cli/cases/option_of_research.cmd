# Every option of the commands for research is known to the others: who gives it to one of these is
# told whose it is, or what to write.
for c in bench compare experiment; do
    "$NES" $c --help | grep -o '^  --[a-z-]*[a-z] ' | sort -u | while read -r option; do
        [ "$option" = --help ] && continue
        "$NES" selftest "$option" 2>&1 | grep -v ' has it\| have it\|write --'
    done
done
"$NES" resume DIR --functions 1 2>&1
"$NES" run --problem sphere_d2 --dims 2 2>&1
"$NES" run --problem sphere_d2 --runs 2 2>&1
true
