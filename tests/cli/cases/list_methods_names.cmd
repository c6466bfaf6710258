"$NES" list methods --names | sort
