# What is refused of outputs, formulas and constraints, before anything is evaluated.
run="$NES run --names width,height --quiet"
try() { "$@"; [ $? = 2 ] || echo "status $?: $*"; }
try $run --output 'stress=s (.*)' --constraint 'stres <= 20' -- cat
try $run --output 'stress=s (.*)' --constraint 'stress <= widht' -- cat
try $run --output mass,stress --minimise 'mass + strain' -- cat
try $run --output mass,stress -- cat
try $run --output width=json:w -- cat
try $run --output mass,mass --minimise mass -- cat
try $run --output g1=json:w -- cat
try $run --output Status=json:w -- cat
try $run --output '2nd=x' -- cat
try $run --output 'mass=a(' -- cat
try $run --output 'mass=json:a..b' -- cat
try $run --output mass= -- cat
try $run --output mass=file: -- cat
try $run --output mass=file:/tmp/out.txt -- cat
try $run --output 'mass=expr:2*' --expr width
try $run --output mass --minimise mass --expr width
try $run --output mass --expr width
try $run --output mass=json:m --minimise mass --by-hand --out lab
try $run --output mass=json:m --minimise mass --c model.c
try $run --output 'mass=m (.*)' --minimise mass --worker -- cat
try $run --minimise width --minimise height
try $run --output 'stress=s (.*)' --constraint 'stress == 2' -- cat
try $run --output 'stress=s (.*)' --constraint 'stress <= 2; stress >= 3' -- cat
try "$NES" run --problem sphere_d2 --minimize x1
