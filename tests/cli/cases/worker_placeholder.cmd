printf '#!/bin/sh\ncat\n' > w.sh
chmod +x w.sh
"$NES" run --dim 2 --worker -- ./w.sh {x}
