# A law that has changed between asking and telling.
clean() { sed 's/[0-9]*-[0-9]*-[0-9]*T[0-9:]*Z/TIME/g'; }
cp "$CASES/../../../examples/density.c" law.c
"$NES" run --by-hand --dim 2 --density law.c --seed 7 --popsize 4 --max-evals 36 --out lab
"$NES" ask lab >points
echo '/* changed */' >>law.c
mkdir elsewhere
cd elsewhere
awk '!/#/ { print $1, $2 * $2 + $3 * $3 }' ../points >values
"$NES" tell ../lab <values 2>&1 | clean
"$NES" ask ../lab 2>&1 | clean
"$NES" tell ../lab --changed=accept <values 2>&1 | clean
"$NES" ask ../lab 1
echo '/* again */' >>../law.c
"$NES" ask ../lab 2>&1 | clean | head -n 1
"$NES" ask ../lab 1 --changed=accept 2>&1 | clean
"$NES" show ../lab | grep '^ *accepted' | clean
