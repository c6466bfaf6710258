/* SPDX-License-Identifier: MIT
 * Constraints from C++: the objective is called with a second vector, for the numbers g of which
 * g <= 0 is wanted. The point of a disc that is the best of Rosenbrock's function. */
#include <cmath>
#include <cstdio>
#include <nes/nes.hpp>

int main()
{
    auto in_a_disc = [](const std::vector<double> &x, std::vector<double> &g) {
        g[0] = x[0] * x[0] + x[1] * x[1] - 1;
        return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2);
    };
    nes::settings s;
    s.set("constraints", 1).set("max_evals", 3000);
    const nes::result r = nes::minimize(in_a_disc, {2, 2}, s);
    std::printf("%.5f at (%.4f, %.4f), %s; a larger disc is worth %.3f per unit\n", r.best_f,
                r.best_x[0], r.best_x[1], r.feasible ? "in the disc" : "outside of the disc",
                r.multipliers[0]);
    return r.feasible && std::fabs(r.best_f - 0.045675) < 1e-5 ? 0 : 1;
}
