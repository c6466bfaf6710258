# Groups of a suite with noise, in their order, and what is reached: values of 100.5 and 0.1 reach none
# and 16 of the 51 targets. The folder is in COCO's older layout. B lacks a function, which is left out.
mkdir A B
for f in 101 110 125; do
    printf "funcId = $f, DIM = 4, Precision = 1.000e-08, algId = 'x'\n%%\nf$f.dat, 1:5000|1.0e-01\n" >A/f$f.info
    printf '%%\n1 100.5 100.5 0 0\n401 0.1 0.1 0 0\n5000 0.1 0.1 0 0\n' >A/f$f.dat
done
cp A/f101.* A/f125.* B
printf '%%\n1 100.5 100.5 0 0\n40 0.1 0.1 0 0\n' >B/f101.dat
"$NES" bench --compare A B | sed '1,/^targets reached/d'
"$NES" bench --compare A A | grep "[1-3]-.*noise"
