mkdir here && "$NES" show here
