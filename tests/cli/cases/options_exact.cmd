# The option of that very name stands first, with what its name means elsewhere.
"$NES" options integer --names
"$NES" options INTEGER --names | head -1
"$NES" options tolx | sed -n 5,6p
