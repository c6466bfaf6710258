"$NES" options maxfevals
"$NES" options CMA_elitist --names
"$NES" options typical_x
"$NES" options polish
"$NES" options --max-time --names
"$NES" options --CMA_mirrors --names
"$NES" options --max-tme
"$NES" options x0
