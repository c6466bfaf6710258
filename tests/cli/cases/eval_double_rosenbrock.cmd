printf -- '-11 -11\n14 14\n1.5 1.5\n' | "$NES" eval double-rosenbrock_d2
