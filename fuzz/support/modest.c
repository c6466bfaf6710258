/* SPDX-License-Identifier: MIT
 *
 * Keeping inputs small; see support/modest.h. */
#include "support/modest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "options/args.h"
#include "support/fuzz.h"
#include "support/marked.h"

enum { MEMORY = 4 << 20, DIM = 32, POINTS = 200 };

bool modest_text(const char *text, size_t most)
{
    size_t number = 0;
    if (text != NULL && strtod(text, NULL) > (double)most) return false; /* 1e9 */
    for (; text != NULL && *text != '\0'; text++) {
        const bool digit = *text >= '0' && *text <= '9';
        number = digit ? 10 * number + (size_t)(*text - '0') : 0;
        if (number > most) return false;
    }
    return true;
}

static void *allocate(size_t size, void *user)
{
    modest_memory *m = user;
    if (size > m->left) return NULL;
    m->left -= size;
    return malloc(size);
}

static void release(void *p, void *user)
{
    (void)user; /* what was given back is not given again: the sum bounds the time too */
    free(p);
}

nes_allocator modest_allocator(modest_memory *m)
{
    m->left = MEMORY;
    return (nes_allocator){allocate, release, m};
}

/* A value that depends on the point and on the input. */
static double value(const nes_points *p, size_t k, unsigned char byte)
{
    double sum = 0;
    for (size_t i = 0; i < p->dim; i++) {
        const double x = p->x[k * p->dim + i];
        if (!isfinite(x)) fuzz_defect("a point that is handed out is not finite");
        sum += x * x;
    }
    switch (byte % 8) {
    case 0:
        return MARKED_FAILED;
    case 1:
        return NAN;
    case 2:
        return byte < 128 ? INFINITY : -INFINITY;
    case 3:
        return byte;
    default:
        return sum;
    }
}

void modest_run(nes_opt *o, size_t generations, const unsigned char *values, size_t n)
{
    nes_points p;
    for (size_t g = 0; g < generations && nes_ask(o, &p) == NES_OK; g++) {
        if (p.n > POINTS) return;
        for (size_t k = 0; k < p.n; k++)
            p.f[k] = value(&p, k, n == 0 ? 4 : values[(g * p.n + k) % n]);
        if (marked_tell(o, p.n, p.f) != NES_OK) return;
    }
}

/* What would touch other files or start something. */
static bool is_harmless(const run_options *o)
{
    const objective_options *g = &o->objective;
    if (g->c != NULL || g->plugin != NULL || g->command != NULL) return false;
    if (o->x0 != NULL && o->x0[0] == '@') return false;
    if (o->sigma != NULL && o->sigma[0] == '@') return false;
    for (size_t i = 0; i < ARGS_ARRAYS; i++)
        if (o->arrays.text[i] != NULL && o->arrays.text[i][0] == '@') return false;
    return modest_text(g->problem, DIM) && modest_text(g->dim, DIM);
}

void modest_setup(const run_options *o, const nes_settings *s)
{
    modest_memory memory;
    nes_opt *opt = NULL;
    run_setup setup;
    if (!is_harmless(o)) return;
    memset(&setup, 0, sizeof setup);
    setup.settings = *s;
    setup.settings.allocator = modest_allocator(&memory);
    if (run_setup_open(&setup, o) == 0 && setup.objective.dim <= DIM) {
        setup.settings.threads = setup.settings.jobs = 1;
        if (nes_create(&opt, setup.objective.dim, setup.x0, &setup.settings) == NES_OK)
            modest_run(opt, 2, NULL, 0);
        nes_destroy(opt);
    }
    run_setup_close(&setup);
}
