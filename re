nes: the state in k2/run.db is missing; the run is computed again from its 120 evaluations
