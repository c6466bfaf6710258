# SPDX-License-Identifier: MIT
"""The beam of beam.c and beam.yaml in Python: the same search, to the last digit."""
import math
from typing import Any

import nes

DENSITY = {"steel": 7.85e-6, "aluminium": 2.70e-6, "titanium": 4.43e-6}  # kg/mm^3
MODULUS = {"steel": 210e3, "aluminium": 70e3, "titanium": 110e3}  # N/mm^2
STRENGTH = {"steel": 700.0, "aluminium": 240.0, "titanium": 500.0}  # N/mm^2
LENGTH, FORCE, BESIDE, GIRTH = 3000.0, 10e3, 400.0, 22.0  # mm, N


def beam(p: dict[str, Any]) -> dict[str, float]:
    height, width, web, flange = p["height"], p["width"], p["web"], p["flange"]
    ribs, stringers, material = p["ribs"], p["stringers"], p["material"]
    if height > 120 * web and width > 40 * flange:
        raise nes.EvaluationFailed("no mesh for such walls")
    e = MODULUS[material]
    inertia = height * height * (web * height / 6 + flange * width / 2)
    bending = FORCE * LENGTH * height / 2 / inertia
    shear = FORCE / (2 * height * web) * (1 + BESIDE / width)
    bay, panel = LENGTH / (ribs + 1), flange * (stringers + 1) / width
    column, slender, aspect = GIRTH / bay, web / height, height / bay
    web_bears = 0.9 * (5.34 + 4 * aspect * aspect) * e * slender * slender
    a = bending / (1.2 * e * panel * panel) + bending / (9.87 * e * column * column)
    b = shear / web_bears * (shear / web_bears)
    walls = 2 * (web * height + flange * width) * LENGTH
    return {
        "mass": DENSITY[material] * (walls + ribs * height * width * 8 + stringers * LENGTH * 30),
        "stress": math.sqrt(bending * bending + 3 * shear * shear) / STRENGTH[material],
        "buckling": 2 / (a + math.sqrt(a * a + 4 * b)),
    }


SPACE = {
    "height": nes.Real(100, 350),
    "width": nes.Real(50, 150),
    "web": nes.Real(1, 5),
    "flange": nes.Real(2, 8),
    "ribs": nes.Integer(0, 5),
    "stringers": nes.Integer(0, 3),
    "material": nes.Choice("steel", "aluminium", "titanium"),
}

CONSTRAINTS = ["stress <= 1", "buckling >= 1"]

if __name__ == "__main__":
    print(nes.minimize(beam, SPACE, minimize="mass", constraints=CONSTRAINTS, max_evals=1000, seed=1))
