# Three folders, figures by hand: A needs 10 evaluations to 1 and never comes to 0.1; B 20 and 40; C
# 40 and fails in one of two runs to 0.1, after 60: ERT (50 + 60) / 1. f2 is not in C. In dimension 2
# A has 11 of 51 targets in every run; B 16; C 16 and 11, at most after 60 / 2 evaluations.
mkdir A B C
head="suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'x', data_format = 'bbob-new2'"
for x in A B; do printf "$(echo "$head" | sed 's/= 1,/= 2,/')\n%%\ng.dat, 1:10|1.0e+00" >$x/f2.info
    printf '%%\n10 0 1 0 0\n' >$x/g.dat; done
printf "$head\n%%\nf.dat, 1:30|1.0e+00, 2:30|1.0e+00" >A/f1.info
printf '%%\n10 0 1 0 0\n%%\n10 0 1 0 0\n' >A/f.dat
printf "$head\n%%\nf.dat, 1:40|1.0e-01, 2:40|1.0e-01" >B/f1.info
printf '%%\n20 0 1 0 0\n40 0 0.1 0 0\n%%\n20 0 1 0 0\n40 0 0.1 0 0\n' >B/f.dat
printf "$head\n%%\nf.dat, 1:50|1.0e-01, 2:60|1.0e+00" >C/f1.info
printf '%%\n40 0 1 0 0\n50 0 0.1 0 0\n%%\n40 0 1 0 0\n60 0 1 0 0\n' >C/f.dat
"$NES" bench --compare A B C --plot curves
ls
"$NES" bench --compare A B C --json | grep -o '"folders":\["A","B","C"\],"comparisons":\[{"a":"A","b":"B"'
"$NES" bench --compare A B --plot ab | tail -2
