# Values with constraints: lines, tables, JSON; the same with several threads.
id=bbob-constrained_f007_i02_d02
printf '1 2\n0 0\nnan 1\n' | "$NES" eval $id
printf '1 2\n' | "$NES" eval $id --table
printf '1 2\n' | "$NES" eval $id --json
seq -s ' ' 2000 | tr ' ' '\n' | sed 's/.*/0.&1 0.2&/' >points
"$NES" eval $id <points | cksum >one
"$NES" eval $id --jobs 4 <points | cksum >four
cmp one four
