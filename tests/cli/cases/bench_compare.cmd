# Figures by hand. A: to 10 and 1 both runs need 10, to 0.1 one needs 20 and one fails after 30:
# ERT (20 + 30) / 1. B: to 10 both need 20, to 1 one needs 40 and one fails after 60: ERT 100; beyond
# 1 none. Two runs of B drawn again have 2, 1 or 0 successes at 1 with probability 1/4, 1/2, 1/4: ERT
# 40, 100, infinite, so that the middle 95 % of B/A are from 4 to infinite. At 0.1 the draws without
# a success of A count as 1. With two runs a side nothing is sure. Shares: of 51 targets per run 50, 5, 1 and 0.1 reach 2, 7, 11 and 16. After
# 20 evaluations, which are 10 d, A has 16 + 11 of 102, and B 7 + 7; in the end B has 11 + 7.
mkdir A B
head="suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'x', data_format = 'bbob-new2'"
printf "$head\n%%\nf.dat, 1:20|1.0e-01, 2:30|1.0e+00" >A/f1.info
printf '%%\n1 0 50 0 0\n10 0 1 0 0\n20 0 0.1 0 0\n%%\n1 0 50 0 0\n10 0 1 0 0\n' >A/f.dat
printf '%%\n1 0 50 0 0\n20 0 0.1 0 0\n%%\n1 0 50 0 0\n30 0 1 0 0\n' >A/f.tdat
printf "$head\n%%\nf.dat, 1:40|1.0e+00, 2:60|5.0e+00" >B/f1.info
printf '%%\n1 0 50 0 0\n20 0 5 0 0\n40 0 1 0 0\n%%\n1 0 50 0 0\n20 0 5 0 0\n' >B/f.dat
printf '%%\n1 0 50 0 0\n40 0 1 0 0\n%%\n1 0 50 0 0\n60 0 5 0 0\n' >B/f.tdat
"$NES" bench --compare A B
"$NES" bench --compare A B --json >json
grep -o '"ert_a":\[10,10,50,null.*"ert_b":\[20,100,null' json
grep -o '"ratio":\[2,10,null' json
grep -o '"shares":{"targets":\[100,63.0957' json
grep -o '"after":\["10 d","100 d","1000 d","end"\]' json
grep -o '{"dim":2,"group":"1-separable","functions":1,"percent_a":\[26.47' json
grep -o '"percent_b":\[13.725[0-9]*,17.647[0-9]*,17.647[0-9]*,17.647' json | cut -c1-18
"$NES" bench --compare B A | grep '1e-01\|overall'
