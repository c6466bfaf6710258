# What is sure. 4 of 10 runs of A reach the target and none of B: all four finite numbers are on one
# side in 2 * 210 of 4845 cases, p = 0.087, which is not sure. With 10 of 10 against none p is 2 of
# C(20, 10), and that times the number of tests is far below 0.05.
mkdir A B
head="suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'x', data_format = 'bbob-new2'"
runs() { # FOLDER SUCCESSES
    printf "$head\n%%\nf.dat" >"$1/f1.info"
    rm -f "$1/f.dat"
    for i in 1 2 3 4 5 6 7 8 9 10; do
        best=50
        [ $i -le "$2" ] && best=5
        printf ", $i:30|%s" $best >>"$1/f1.info"
        printf '%%\n1 0 60 0 0\n2%s 0 %s 0 0\n30 0 %s 0 0\n' "$i" $best $best >>"$1/f.dat"
    done
}
for n in 4 10; do
    runs A $n
    runs B 0
    "$NES" bench --compare A B | grep '1e+01\|surely'
done
"$NES" bench --compare A B --json | grep -o '"p":\[1.08250882[0-9]*e-05,null\|"tests":1,"level":0.05,"a_faster":1'
