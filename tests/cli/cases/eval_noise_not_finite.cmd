# Points that are not finite do not count as evaluations.
a=$(printf '1 2\n3 4\n' | "$NES" eval bbob_noisy_f107_i01_d02)
b=$(printf '1 2\nnan 1\n1 -inf\nnan inf\n3 4\n' | "$NES" eval bbob_noisy_f107_i01_d02)
echo "$b" | sed -n 2,4p
[ "$a" = "$(echo "$b" | grep -v '[ni]')" ] && echo same
