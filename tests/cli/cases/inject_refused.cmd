run() {
    printf "$1" >points
    shift
    "$NES" run --expr 'sum(x^2)' --dim 2 --quiet --inject points "$@"
    echo $?
}
run '1 2\n3\n'
run '1 2 3\n'
run '1 2\n3 x\n'
run '1 nan\n'
run 'a b\n1 2\n'
run '# nothing\n\n'
run ''
run '1 2\n3 4\n' --max-evals 2
run '1 2\n3 4\n' --lower 2 --upper 9
"$NES" run --by-hand --dim 2 --inject points --out lab; echo $?
rm points
"$NES" run --expr 'sum(x^2)' --dim 2 --inject points; echo $?
"$NES" run --expr 'sum(x^2)' --dim 2 --x0 @points; echo $?
