printf '#!/bin/sh\necho "the licence has expired" >&2\nexit 5\n' > w.sh
chmod +x w.sh
"$NES" run --dim 2 --max-evals 1000 --quiet --worker -- ./w.sh >out
