# Outputs of workers, C, C++, plugins, formulas and built-in problems: the same numbers everywhere.
constraint='stress <= 20; a >= b'
out() { "$NES" eval --names a,b --minimise mass --constraint "$constraint" --table "$@" | tail -n 1; }
points() { printf '4,2\n'; }
cat >model.c <<'END'
#include <stddef.h>
void objectives(size_t n, const double *x, double *out)
{
    (void)n;
    out[0] = x[0] + 2 * x[1];
    out[1] = 100 / (x[0] * x[1]);
}
END
cat >fails.c <<'END'
#include <stddef.h>
int objectives_record(size_t n, const double *x, double *out)
{
    out[0] = x[0] + 2 * x[1];
    out[1] = 100 / (x[0] * x[1]);
    return n == 2 && x[0] < 0 ? 2 : 1;
}
END
cat >model.cpp <<'END'
#include <stdexcept>
void objectives(unsigned long, const double *x, double *out)
{
    if (x[0] < 0) throw std::runtime_error("no beam");
    out[0] = x[0] + 2 * x[1];
    out[1] = 100 / (x[0] * x[1]);
}
END
cat >worker.sh <<'END'
while read -r line; do
    echo "$line" | sed 's/.*"x":\[//; s/\].*//; s/,/ /' | {
        read -r a b
        [ "$1" = json ] && form='{"mass":%g,"stress":%g}\n' || form='%g %g\n'
        awk -v a="$a" -v b="$b" -v form="$form" 'BEGIN { printf form, a + 2 * b, 100 / (a * b) }'
    }
done
END
cc -shared -fPIC -o model.so model.c
points | out --output mass,stress --c model.c
points | out --output mass,stress --c model.c --isolate
points | out --output mass,stress --c fails.c
points | out --output mass,stress --c model.cpp
points | out --output mass,stress --plugin model.so
points | out --output mass,stress --plugin model.so:objectives
points | out --output mass,stress --worker -- sh worker.sh
points | out --output mass,stress --worker-json -- sh worker.sh json
points | out --output 'mass=expr:a+2*b' --output 'stress=expr:100/(a*b)'
points | "$NES" eval --names a,b --expr 'a+2*b' --output 'stress=expr:100/(a*b)' --constraint 'stress <= 20' --table | tail -n 1
points | "$NES" eval --problem sphere_d2 --constraint 'x1 + x2 >= 1' --table | tail -n 1
echo "failures:"
echo -1 2 | "$NES" eval --names a,b --minimise mass --output mass,stress --c model.cpp 2>&1
echo -1 2 | "$NES" eval --names a,b --minimise mass --output mass,stress --c fails.c 2>&1
"$NES" eval --names a,b --minimise mass --c model.c </dev/null 2>&1
echo 'double objective(unsigned long n, const double *x) { return n + *x; }' >plain.c
"$NES" eval --names a,b --minimise mass --output mass,stress --c plain.c </dev/null 2>&1
echo "the same bytes:"
settings="--names a,b --lower 0.5 --upper 20 --minimise mass --max-evals 300 --quiet --json --seed 5 --popsize 8"
for jobs in 1 8; do
    "$NES" run $settings --constraint "$constraint" --output mass,stress --c model.c --jobs $jobs --no-isolate
    "$NES" run $settings --constraint "$constraint" --output mass,stress --c model.c --jobs $jobs
    "$NES" run $settings --constraint "$constraint" --output 'mass=expr:a+2*b' --output 'stress=expr:100/(a*b)' --jobs $jobs
done | sed 's/"seconds".*//' | sort | uniq -c | sed 's/{.*"outputs":{"mass":\(6.3[0-9]\).*/outputs \1/'
