# Command lines that serve nothing.
"$NES" run --problem sphere_d2 --max-evals 30 --quiet --out run >said
for words in '--port x' '--port 65536' '--port -1' '--port 1.5' 'nowhere' 'said' '--listen example.org' 'run --port 1 --listen 203.0.113.1'; do
    "$NES" serve $words
    echo $?
done
