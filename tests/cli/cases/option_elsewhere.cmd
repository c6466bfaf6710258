# Names of other optimisers are answered with those of this program.
for option in --maxfevals=9 --MaxFunEvals=9 --tolconditioncov=9 --tolfacupx=9 --minstd=1 --scaling_of_variables=2 --CMA_active --CMA-diagonal \
    --integer_variables=0 --xtol-abs=1 --lower-bounds=0 --verb_disp --direction=maximize \
    --fixed_variables=1 --typical-x=1 --polish --jac=f --n_startup_trials=3; do
    "$NES" run --problem sphere_d3 "$option"
done
"$NES" resume DIR --maxiter 9
"$NES" resume DIR --lower-bounds 0
"$NES" show DIR --maxiter 9
"$NES" run --problem sphere_d3 --tolx 2
"$NES" run --problem sphere_d3 --bounds 0,1
