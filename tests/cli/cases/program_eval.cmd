printf "1 2\n3 4\n" | "$NES" eval --dim 2 -- sh -c '[ $1 = 3 ] && { echo bad point; exit 5; }; echo $2' sh {x}
