# A stack of 64 kB is enough for the commands of research. gnuplot may want more.
ulimit -s 64
"$NES" bench bbob --method snes --functions 1,8 --dims 2 --instances 1 --budget 20 --jobs 2 >said 2>&1
echo $?
"$NES" compare --methods snes,xnes --problems sphere_d2 --runs 2 --max-evals 40 --jobs 2 --out compared >said 2>&1
grep -o '^10 *[a-z]* *2/2' said
