/* SPDX-License-Identifier: MIT
 * Values may come back in any order and a few at a time, as they do from machines of different
 * speed. Each point has an id, and the run is the same, byte for byte. */
#include <nes/nes.h>
#include <stdio.h>
#include <string.h>

#define DIM 5

static double cigar(const double *x)
{
    double sum = x[0] * x[0];
    for (size_t i = 1; i < DIM; i++) sum += 1e4 * x[i] * x[i];
    return sum;
}

/* Tells one generation from its last point to its first, two values at a time. */
static nes_status tell_backwards(nes_opt *o, const nes_points *p)
{
    nes_status st = NES_OK;
    for (size_t left = p->n; st == NES_OK && left > 0;) {
        uint64_t id[2];
        double f[2];
        size_t count = 0;
        for (; count < 2 && left > 0; count++) {
            left--;
            id[count] = p->id[left];
            f[count] = cigar(p->x + left * DIM);
        }
        st = nes_tell_some(o, count, id, f); /* the last value finishes the generation */
    }
    return st;
}

static nes_status run(bool backwards, double *best_x)
{
    const double start[DIM] = {1, 1, 1, 1, 1};
    nes_opt *o = NULL;
    nes_status st = nes_create(&o, DIM, start, NULL);
    while (st == NES_OK && nes_stopped(o) == NES_RUNNING) {
        nes_points p;
        st = nes_ask(o, &p);
        if (st != NES_OK) break;
        for (size_t k = 0; !backwards && k < p.n; k++) p.f[k] = cigar(p.x + k * DIM);
        st = backwards ? tell_backwards(o, &p) : nes_tell(o, p.n, p.f);
    }
    nes_result r;
    if (st == NES_OK) st = nes_get_result(o, &r);
    if (st == NES_OK && r.best_x) memcpy(best_x, r.best_x, DIM * sizeof *best_x);
    nes_destroy(o);
    return st;
}

int main(void)
{
    double x[2][DIM] = {{0}, {0}};
    for (int way = 0; way < 2; way++) {
        const nes_status st = run(way == 1, x[way]);
        if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
        printf("%s: f = %.17g\n", way ? "backwards" : "in order ", cigar(x[way]));
    }
    return cigar(x[0]) < 1e-10 && memcmp(x[0], x[1], sizeof x[0]) == 0 ? 0 : 1;
}
