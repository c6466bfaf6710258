"$NES" bench bbob --method snes --functions 5 --dims 2 --instances 1,2 --budget 200 --json >out
grep -c . out
grep -o '"folder":"snes-bbob"' out
grep -o '"functions":"5","dims":"2","instances":"1,2","budget":"200","runs":"1","precision":"1e-08"' out
grep -o '"targets":\[10,1,0.1,0.01,0.001,0.0001,1e-05,1e-06,1e-07\]' out
grep -o '"function":5,"dim":2,"runs":2,"solved":2' out
grep -o '"success":\[1,1,1,1,1,1,1,1,1\]' out
grep -o '"rows":\[{"dim":2,"group":"1-separable","functions":1,"percent":\[[0-9.]*,100,100,100\]' out | sed 's/\[[0-9.]*,/[X,/'
