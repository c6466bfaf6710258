echo 0 0 0 0 0 0 | "$NES" eval lj_n2
echo 0 0 0 1 0 0 | "$NES" eval lj_n2
