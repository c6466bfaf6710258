# What is wrong with a scale is said with the name of the variable, and with its line in a file.
try() { "$NES" run --names r,m --expr 'r^2 + m^2' --quiet "$@" || echo "status $?"; }
try --values r=1
try --values r=1,2,1.5
try --values r=1,2,2
try --values r=1,x
try --values q=1,2
try --values 1,2
try --values 'r=1,2;' --values m=1,2
try --values r=1,2,3 --step r=1
try --values r=1,2,3 --lower 0,1
try --values r=1,2,3 --x0 5,1
try --values r=1,2 --bits
try --step r=0
try --step r=-1
try --step r=0.3 --lower 0 --upper 1
try --step r=0.1 --lower 2 --upper 1
try --step r=0.1 --log 1,0 --lower 1 --upper 2
try --step r=1 --lower 0 --upper 4 --x0 7
try --choices r=steel
try --choices r=steel,alu,steel
try --choices 'r=steel,a b'
try --choices r=1,?
try --choices 1
try --unit r=
file() {
    printf 'variables:\n  a: [0, 1]\n  b: %s\nobjective: {expr: a + b}\n' "$1" >bad.yaml
    "$NES" run bad.yaml --quiet || echo "status $?"
}
file '{values: [1]}'
file '{values: [1, 3, 2]}'
file '{values: [1, 2], range: [0, 3]}'
file '{values: 3}'
file '{values: [1, 2], step: 1}'
file '{range: [0, 1], step: 0}'
file '{from: 0, to: 1, step: 0.3}'
file '{from: 0, lower: 0, to: 1}'
file '{from: 2, to: 1}'
file '{range: [1, 2], log: yes, step: 0.5}'
file '{choices: [steel]}'
file '{choices: [steel, steel]}'
file '{choices: [steel, alu], range: [0, 1]}'
file '{choices: [steel, alu], integer: yes}'
file '{choices: [steel, alu], start: [1]}'
file '{choices: {a: b}}'
file '[1, 2, 3]'
file '{range: [0, 1], unit: ""}'
