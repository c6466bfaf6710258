"$NES" list problms
"$NES" list xnes
"$NES" list ipop
"$NES" list target
