/* SPDX-License-Identifier: MIT
 *
 * A thin-walled box beam that is held at one end and loaded at the other, beside its axis. Seven
 * variables: height and width of the section, thickness of its webs and flanges (mm), the numbers
 * of ribs across the beam and of stringers along it, and the material: 0 steel, 1 aluminium, 2
 * titanium. Three outputs: the mass (kg), the stress as a share of the strength, and the factor by
 * which the load may grow until the walls buckle. Where all walls are very slender the program
 * crashes, as simulators do.
 *
 *     nes run beam.yaml
 *
 * Of all 72 materials and numbers of ribs and stringers in beam.yaml, each with the dimensions that
 * are best for it, aluminium with 3 ribs and 2 stringers is the lightest: 18.30105 kg. Titanium
 * comes to 19.385, steel to 26.175. */
#include <math.h>
#include <stdlib.h>

static int has_no_mesh(const double *x)
{
    return x[0] > 120 * x[2] && x[1] > 40 * x[3];
}

void objectives(size_t n, const double *x, double *out)
{
    const double density[] = {7.85e-6, 2.70e-6, 4.43e-6};               /* kg/mm^3 */
    const double modulus[] = {210e3, 70e3, 110e3};                      /* N/mm^2 */
    const double strength[] = {700, 240, 500};                          /* N/mm^2 */
    const double length = 3000, force = 10e3, beside = 400, girth = 22; /* mm, N */
    const double height = x[0], width = x[1], web = x[2], flange = x[3];
    const double ribs = x[4], stringers = x[5], e = modulus[(int)x[6]];
    (void)n;
    if (has_no_mesh(x)) abort();

    /* Bending, and shear by the force and by its torque. */
    const double inertia = height * height * (web * height / 6 + flange * width / 2);
    const double bending = force * length * height / 2 / inertia;
    const double shear = force / (2 * height * web) * (1 + beside / width);

    /* Buckling of flanges, between stringers and between ribs, and of webs, between ribs: shares of
     * the load that walls bear. The first grows with the load, the second with its square. */
    const double bay = length / (ribs + 1), panel = flange * (stringers + 1) / width;
    const double column = girth / bay, slender = web / height, aspect = height / bay;
    const double web_bears = 0.9 * (5.34 + 4 * aspect * aspect) * e * slender * slender;
    const double a = bending / (1.2 * e * panel * panel) + bending / (9.87 * e * column * column);
    const double b = shear / web_bears * (shear / web_bears);

    const double walls = 2 * (web * height + flange * width) * length;
    out[0] = density[(int)x[6]] * (walls + ribs * height * width * 8 + stringers * length * 30);
    out[1] = sqrt(bending * bending + 3 * shear * shear) / strength[(int)x[6]];
    out[2] = 2 / (a + sqrt(a * a + 4 * b));
}
