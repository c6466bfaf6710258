# What cannot be done is refused with the remedy, and nothing is written.
"$NES" experiment E99; echo $?
"$NES" experiment; echo $?
"$NES" experiment E3 --quick --full; echo $?
"$NES" experiment E3 --jobs none; echo $?
"$NES" experiment E3 --redraw --out nowhere; echo $?
ls
