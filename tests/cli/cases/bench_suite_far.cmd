"$NES" bench quark
