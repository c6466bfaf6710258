# What is wrong in a problem file is said with its line and column.
try() {
    printf "$1" >job.yaml
    "$NES" run job.yaml
    [ $? = 2 ] || echo "wrong exit status for: $1"
}
more='objective: {expr: a}\n'
try 'variables:\n\ta: 1\n'
try 'variables:\n  a: {range: [1, 2}\n'
try 'variables:\n  a: "foo\n'
try 'variables:\n  a: b: c\n'
try 'variables:\n  a: \377\n'
try 'variables:\n  a: @x\n'
try 'vars:\n  a: 1\n'
try 'seed: 1\n'
try 'objetive:\n  expr: x1\n'
try 'variables:\n  a: {rang: [1, 2]}\n'
try 'variables:\n  a: [2, 1]\n'
try 'variables:\n  a: [1, 1]\n'
try 'variables:\n  a: {range: [0, 1], start: 2}\n'
try 'variables:\n  a: blue\n'
try 'variables:\n  a: 1\n  a: 2\n'
try 'variables:\n  2a: 1\n'
try "variables:\n  b: 1\n  a: {range: [0, 1], log: yes}\n$more"
try 'variables: {a: }\nobjective:\n  expr: a\n  problem: sphere\n'
try 'variables: {a: }\n'
try "$more"
try 'variables: {a: }\nobjective:\n  program: [./sim, {a}]\n'
try 'variables: {a: }\nobjective:\n  program: [sh, "{b}"]\n'
try 'variables: {a: }\nobjective:\n  program: [sh, "--seed={ a }"]\noptions: {seed: 1}\n'
try 'variables: {a: }\nobjective: {command: sh}\n'
try "variables: {a: }\n${more}options:\n  max-evls: 3\n"
try "variables: {a: }\n${more}options:\n  max-evals: -3\n"
try "variables: {a: }\n${more}options:\n  sigma: blue\n"
try "variables: {a: }\n${more}options:\n  json: maybe\n"
try 'variables: {ab: }\nobjective:\n  expr: ba^2\n'
try 'variables: &a\n  b: *a\n'
try 'variables: *a\n'
try 'a: !!str b\n'
try 'variables:\n  <<: {a: 1}\n'
try "${more}---\n$more"
try ''
try '[1, 2]'
"$NES" run missing.yaml
[ $? = 2 ] || echo wrong status
mkdir folder.yaml
"$NES" run folder.yaml
[ $? = 2 ] || echo wrong status
dd if=/dev/zero of=huge.yaml bs=1000000 count=11 2>dd
"$NES" run huge.yaml
