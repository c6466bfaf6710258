/* SPDX-License-Identifier: MIT
 * Some evaluations never come back, because a machine was switched off or is very slow. A
 * generation can be closed without them: it moves by the values that are there. A value that comes
 * after all is refused as late, which does no harm. */
#include <nes/nes.h>
#include <stdio.h>

#define DIM 5

static double sphere(const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < DIM; i++) sum += (x[i] - 1) * (x[i] - 1);
    return sum;
}

/* Three machines share the points, and the third one answers in every other generation only. */
static bool comes_back(size_t k, unsigned generation)
{
    return k % 3 != 2 || generation % 2 == 0;
}

/* Tells what comes back, and closes the generation if that was not everything. */
static nes_status one_generation(nes_opt *o, unsigned generation, uint64_t *lost)
{
    nes_points p;
    nes_status st = nes_ask(o, &p);
    if (st != NES_OK) return st;
    uint64_t id[64];
    double f[64];
    size_t n = 0;
    for (size_t k = 0; k < p.n && n < 64; k++) {
        if (comes_back(k, generation)) {
            id[n] = p.id[k]; /* copied: p is lent until the next tell only */
            f[n++] = sphere(p.x + k * DIM);
        } else {
            *lost = p.id[k];
        }
    }
    const bool complete = n == p.n;
    st = nes_tell_some(o, n, id, f); /* with all values, this finishes the generation */
    if (st != NES_OK || complete || nes_stopped(o) != NES_RUNNING) return st;
    return nes_close(o); /* otherwise this does */
}

int main(void)
{
    const double start[DIM] = {-3, -3, -3, -3, -3};
    uint64_t lost = 0;
    nes_opt *o = NULL;
    nes_status st = nes_create(&o, DIM, start, NULL);
    for (unsigned i = 1; st == NES_OK && nes_stopped(o) == NES_RUNNING; i++)
        st = one_generation(o, i, &lost);
    if (st != NES_OK) {
        fprintf(stderr, "%s: %s\n", nes_strerror(st), nes_message(o));
        nes_destroy(o);
        return 1;
    }

    /* One of the lost values comes at last. */
    const double late = 0;
    const bool refused = nes_tell_some(o, 1, &lost, &late) == NES_ERR_LATE;
    printf("a late value: %s\n", nes_message(o));

    nes_result r;
    nes_get_result(o, &r);
    printf("f = %.3g after %llu evaluations in %llu generations\n%s\n", r.best_f,
           (unsigned long long)r.evaluations, (unsigned long long)r.generations, r.stop_text);
    const bool good = refused && r.best_f < 1e-10;
    nes_destroy(o);
    return good ? 0 : 1;
}
