"$NES" run --by-hand --dim 2 --lower 0 --upper 1 --popsize 4 --out lab >/dev/null
"$NES" run --by-hand --dim 2 --lower 0 --upper 1; echo $?
"$NES" ask; echo $?
"$NES" ask lab zero; echo $?
"$NES" ask nowhere; echo $?
"$NES" ask lab 2 >/dev/null
echo '0 1.5' | "$NES" tell lab
echo '0 1.5' | "$NES" tell lab; echo $?
echo '99 1.5' | "$NES" tell lab; echo $?
printf '1 2\n2 abc\n' | "$NES" tell lab; echo $?
printf 'id,f\n1,2\n{"id":2,"f":"failed"}\n' | "$NES" tell lab
"$NES" ask lab | wc -l
