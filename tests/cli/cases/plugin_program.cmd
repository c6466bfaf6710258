printf '#!/bin/sh\necho 1\n' > sim.sh
chmod +x sim.sh
"$NES" run --plugin ./sim.sh --dim 2
