echo text > fake.so
"$NES" run --plugin ./fake.so --dim 2
