# Reasons of failures, ids above 2^53, and the table of `nes ask --csv` with a column of values.
"$NES" run --by-hand --names heat,flow --lower 0 --upper 1 --popsize 6 --out lab >/dev/null
"$NES" ask lab --csv >points.csv
"$NES" tell lab <points.csv; echo $?
printf '0 failed pump broke \n{"id": 1, "f": "failed"}\n' | "$NES" tell lab
"$NES" show lab | grep -c 'pump broke'
sed '1s/$/,loss/; 2,3d; s/$/,2.5/; 1s/,2.5$//' points.csv >measured.csv
sed 's/flow/heat2/' measured.csv | "$NES" tell lab; echo $?
sed '2s/,[^,]*$//' measured.csv | "$NES" tell lab; echo $?
sed '2s/,[^,]*$/,/' measured.csv | "$NES" tell lab; echo $?
"$NES" tell lab <measured.csv
echo '{"id":9007199254740993,"f":1}' | "$NES" tell lab; echo $?
echo '{"id":1.5,"f":1}' | "$NES" tell lab; echo $?
echo '7 failedx' | "$NES" tell lab; echo $?
"$NES" ask lab 0; echo $?
