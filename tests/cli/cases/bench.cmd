# Results as they come, the summary printed and kept, nothing but the files of the format.
"$NES" bench bbob --method snes --functions 1,5 --dims 3,2 --instances 1-3 --budget 200 --jobs 2 2>err
test "$(cat snes-bbob/summary.txt | wc -l)" -ge 12 || echo 'no summary'
(cd snes-bbob && find . -type f | sort)
