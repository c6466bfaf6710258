# What is wrong with known results, and with a cache, is refused before anything is evaluated.
bad() {
    printf "$1" >bad.csv
    shift
    "$NES" run --dim 2 --expr 'x1^2+x2^2' --known bad.csv --lower -5 --upper 5 --max-evals 20 --quiet "$@"
    echo "$?"
}
bad 'x1,f\n1,2\n'
bad 'x1,x2\n1,2\n'
bad 'x1,x2,f\n1,2\n'
bad 'x1,x2,f\n1,nan,3\n'
bad 'x1,x2,f\n1,2,q\n'
bad 'x1,x2,f\n1,2,3\n0,0,1\n1,2,4\n'
bad 'x1,x2,f\n9,2,3\n'
bad 'x1,x2,f\n1.5,2,3\n' --integer 1,0
bad 'x1,x2,f\n'
bad ''
bad 'x1,x2,f\n1,2,3\n' --noise yes
bad 'x1,x2,f\n1,2,3\n' --noise auto
bad 'x1,x2,f\n1,2,3\n' --cache off
bad 'x1,x2,f\n1,2,3\n' --cache maybe
bad 'x1,x2,f\n1,2,3\n' --out there --keep-evals no
bad 'x1,x2,f,g1\n1,2,3,1\n' --constraint 'x1 + x2 <= 3' --output 'a=expr:x1' --minimise 'a'
"$NES" run --dim 2 --expr 'x1' --known missing.csv
"$NES" run --dim 2 --expr 'x1' --cache on --noise yes
"$NES" run --problem sphere_d2 --design 5 --max-evals 5 --lower -1 --upper 1
"$NES" run --dim 2 --expr 'x1' --design 0
"$NES" run --dim 2 --expr 'x1' --design 5 --lower 0
"$NES" run --dim 2 --by-hand --out there --design 5 --lower 0 --upper 1
ls
