"$NES" list problems --names
