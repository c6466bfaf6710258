/* SPDX-License-Identifier: MIT
 * The library of test problems: a problem is made by its name and knows its optimum, so that
 * methods can be compared. Link with pkg-config --libs nes nes-problems. */
#include <nes/nes.h>
#include <nes/problems.h>
#include <stdio.h>

#define DIM       5
#define PRECISION 1e-8

static double value(size_t dim, const double *x, void *user)
{
    (void)dim;
    return nes_problem_value(user, x);
}

/* How many evaluations the method needs to come within PRECISION of the optimum; 0: it did not. */
static uint64_t needed(const nes_problem *p, const char *method)
{
    double x[DIM];
    nes_problem_start(p, x);
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.sigma = nes_problem_sigma(p);
    s.target = nes_problem_optimum(p) + PRECISION;
    s.max_evals = 20000;
    nes_result r;
    if (nes_minimize(value, (void *)p, DIM, x, &s, &r) != NES_OK) return 0;
    return r.stop == NES_STOP_TARGET ? r.best_evaluation : 0;
}

int main(void)
{
    const char *ids[] = {"sphere_d5", "ellipsoid_d5", "rotated-ellipsoid_d5", "rosenbrock_d5"};
    bool solved = true;
    printf("%-22s %8s %8s   evaluations to 1e-8, 0: not reached\n", "", "xnes", "snes");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char message[NES_MESSAGE_SIZE];
        nes_problem *p = NULL;
        if (nes_problem_create(&p, ids[i], message, sizeof message) != NES_OK)
            return fprintf(stderr, "%s\n", message), 1;
        const uint64_t full = needed(p, "xnes"), diagonal = needed(p, "snes");
        printf("%-22s %8llu %8llu\n", nes_problem_id(p), (unsigned long long)full,
               (unsigned long long)diagonal);
        if (full == 0) solved = false; /* snes may fail where the variables interact */
        nes_problem_destroy(p);
    }
    return solved ? 0 : 1;
}
