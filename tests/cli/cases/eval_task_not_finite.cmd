for id in lj_n2 random-basin_d6 double-rosenbrock_d6; do
    printf '1 2 3 4 5 nan\n1 2 3 4 nan inf\n' | "$NES" eval $id
done
