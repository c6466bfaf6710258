/* SPDX-License-Identifier: MIT
 *
 * What it costs to polish an answer to the last digit where others would be better: medians over
 * seeds of the best value of "auto" after 1000, 3000 and 6000 evaluations, by option tolfun.
 *   ribs  a beam of sheet metal: width, height and two thicknesses; ribs, plates and one of four
 *         materials as integers; mass, and a penalty for each limit that is exceeded
 *   weld  the welded beam; the joint, the number of welds and one of four materials are integers
 *   edge  a linear function on an oblique edge of a penalty: there is one optimum
 *   rastrigin
 *
 *     stuck [SEEDS]       default: 15 seeds */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <nes/nes.h>

enum { MOST_DIM = 7, MOST_SEEDS = 1001, BUDGETS = 3, FINE = 4 };
static const uint64_t budgets[BUDGETS] = {1000, 3000, 6000};
static const double fine[FINE] = {1e-12, 1e-4, 1e-3, 1e-2};

typedef struct design {
    const char *name;
    size_t dim;
    nes_objective f;
    double lower[MOST_DIM], upper[MOST_DIM], integer[MOST_DIM];
} design;

static double over(double x)
{
    return fmax(0, x);
}

static double cube(double x)
{
    return x * x * x;
}

static double ribs(size_t dim, const double *x, void *user)
{
    static const double density[] = {7.85, 2.7, 4.43, 1.6}, stiff[] = {210, 70, 114, 60},
                        strong[] = {355, 240, 830, 300};
    const double width = x[0], height = x[1], flange = x[2], web = x[3], n = x[4], plates = x[5];
    const int material = (int)x[6];
    const double length = 100, moment = 5000, inside = height - 2 * flange;
    const double area = 2 * width * flange * plates + n * web * inside;
    const double inertia = plates * (width * cube(flange) / 6 +
                                     width * flange * (height - flange) * (height - flange) / 2) +
                           n * web * cube(over(inside)) / 12;
    const double slender = sqrt(5 * stiff[material] / strong[material]);
    const double mass = 1e-3 * density[material] * area * length * (1 + 0.02 * n * n);
    const double stress = 10 * moment * height / (2 * inertia);
    const double bend = 0.3 * moment * length * length / (12 * stiff[material] * inertia);
    (void)dim, (void)user;
    return mass +
           100 * (over(stress / strong[material] - 1) + over(bend - 1) +
                  over(height / (12 * web * n * slender) - 1) +
                  over(width / (8 * flange * slender) - 1) + over(2 * flange / height - 0.5));
}

static double weld(size_t dim, const double *x, void *user)
{
    static const double strong[] = {30e3, 8e3, 5e3, 8e3}, stiff[] = {30e6, 14e6, 10e6, 16e6},
                        shear[] = {12e6, 6e6, 4e6, 6e6}, seam[] = {0.1047, 0.0489, 0.5235, 0.5584},
                        bar[] = {0.0481, 0.0224, 0.2405, 0.2566};
    const double h = x[0], l = x[1], t = x[2], b = x[3], n = x[5], root = sqrt(2);
    const int around = (int)x[4], k = (int)x[6];
    const double load = 6000 / n, reach = 14;
    const double cost =
        n * ((1 + seam[k]) * h * h * (l + around * t) + bar[k] * t * b * (reach + l)) +
        0.05 * n * n;
    const double area = around ? root * h * (l + t) : root * h * l;
    const double radius = sqrt((l * l + (h + t) * (h + t)) / 4);
    const double polar = around ? root * h * cube(l + t) / 6
                                : 2 * root * h * l * (l * l / 12 + (h + t) * (h + t) / 4);
    const double direct = load / area, turned = load * (reach + l / 2) * radius / polar;
    const double tau = sqrt(direct * direct + direct * turned * l / radius + turned * turned);
    const double bending = 6 * load * reach / (b * t * t);
    const double bend = 4 * load * cube(reach) / (stiff[k] * cube(t) * b);
    const double buckling = 4.013 * t * cube(b) * sqrt(stiff[k] * shear[k] / 36) / (reach * reach) *
                            (1 - t / (2 * reach) * sqrt(stiff[k] / (4 * shear[k])));
    (void)dim, (void)user;
    return cost + 100 * (over(tau / (0.577 * strong[k]) - 1) + over(bending / strong[k] - 1) +
                         over(h - b) + over(bend / 0.25 - 1) + over(1 - buckling / load));
}

static double edge(size_t dim, const double *x, void *user)
{
    double sum = 0, along = 0, far = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        sum += x[i];
        along += (i % 2 == 0 ? -0.5 : 1.5) * x[i];
        far += over(-x[i] - 5);
    }
    return sum + 50 * over(1 - along) + 10 * far;
}

static double rastrigin(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) {
        const double y = x[i] - 1.2;
        sum += y * y + 10 - 10 * cos(6.283185307179586 * y);
    }
    return sum;
}

static const design designs[] = {
    {"ribs",
     7,
     ribs,
     {0.5, 1, 0.05, 0.05, 1, 1, 0},
     {10, 30, 3, 3, 8, 4, 3},
     {0, 0, 0, 0, 1, 1, 1}},
    {"weld",
     7,
     weld,
     {0.125, 0.1, 0.1, 0.1, 0, 1, 0},
     {5, 10, 10, 5, 1, 6, 3},
     {0, 0, 0, 0, 1, 1, 1}},
    {"edge", 6, edge, {-10, -10, -10, -10, -10, -10}, {10, 10, 10, 10, 10, 10}, {0}},
    {"rastrigin", 5, rastrigin, {-5, -5, -5, -5, -5}, {5, 5, 5, 5, 5}, {0}},
};

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double search(const design *p, uint64_t seed, uint64_t evaluations, double tolfun)
{
    nes_opt *o;
    nes_result r;
    nes_settings s;
    nes_settings_default(&s);
    s.seed = seed;
    s.max_evals = evaluations;
    s.tolfun = tolfun;
    s.lower = p->lower;
    s.upper = p->upper;
    s.integer = p->integer;
    nes_status st = nes_create(&o, p->dim, NULL, &s);
    if (st == NES_OK) st = nes_run(o, p->f, NULL);
    if (st == NES_OK) st = nes_get_result(o, &r);
    nes_destroy(o);
    if (st == NES_OK) return r.best_f;
    fprintf(stderr, "stuck: %s: %s\n", p->name, nes_strerror(st));
    exit(1);
}

static double median(const design *p, size_t seeds, uint64_t evaluations, double tolfun)
{
    static double best[MOST_SEEDS];
    for (size_t i = 0; i < seeds; i++) best[i] = search(p, i + 1, evaluations, tolfun);
    qsort(best, seeds, sizeof *best, by_value);
    return best[seeds / 2];
}

int main(int argc, char **argv)
{
    const long asked = argc > 1 ? atol(argv[1]) : 15;
    const size_t seeds = asked < 1 || asked > MOST_SEEDS ? 15 : (size_t)asked;
    printf("%-10s %8s", "", "tolfun");
    for (size_t j = 0; j < BUDGETS; j++) printf(" %10llu", (unsigned long long)budgets[j]);
    printf("\n");
    for (size_t k = 0; k < sizeof designs / sizeof *designs; k++)
        for (size_t i = 0; i < FINE; i++) {
            printf("%-10s %8g", designs[k].name, fine[i]);
            for (size_t j = 0; j < BUDGETS; j++)
                printf(" %10.6g", median(&designs[k], seeds, budgets[j], fine[i]));
            printf("\n");
        }
    return 0;
}
