/* SPDX-License-Identifier: MIT
 *
 * Problems on random domains. */
#include "soak/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Half of the problems are of no suite, whose functions are many. */
static const nes_problem_kind *draw_kind(chance *c)
{
    const bool any = chance_one_in(c, 2);
    for (;;) {
        const size_t i = chance_below(c, nes_problem_kind_count());
        const nes_problem_kind *kind = nes_problem_kind_at(i);
        if (any || strstr(kind->pattern, "_i") == NULL) return kind;
    }
}

/* The pattern of a kind, "bbob_f001_iI_dN", with numbers in the place of I and N. */
static void draw_id(chance *c, char *id, size_t size)
{
    static const size_t usual[] = {2, 3, 5, 10};
    const nes_problem_kind *kind = draw_kind(c);
    const bool large = chance_one_in(c, 20);
    const size_t n = large ? 1 + chance_below(c, 40) : usual[chance_below(c, 4)];
    size_t used = 0;
    for (const char *t = kind->pattern; *t != '\0' && used + 24 < size; t++) {
        const bool placeholder = t > kind->pattern && strchr("_idn", t[-1]) != NULL;
        if (placeholder && *t == 'N')
            used += (size_t)snprintf(id + used, size - used, "%zu", n);
        else if (placeholder && *t == 'I')
            used += (size_t)snprintf(id + used, size - used, "%02zu", 1 + chance_below(c, 5));
        else
            id[used++] = *t;
    }
    id[used] = '\0';
}

static void draw_bounds(chance *c, soak_problem *p, size_t i)
{
    const bool log_scale = p->log[i] != 0;
    const double x = p->x0[i], r = chance_log(c, 1e-2, 1e2);
    const size_t kind = chance_below(c, 12);
    if (kind < 8) p->lower[i] = log_scale ? x * exp(-r / 10) : x - r;
    if (kind < 5 || (kind >= 8 && kind < 10)) p->upper[i] = log_scale ? x * exp(r / 10) : x + r;
    if (kind == 0) p->lower[i] = p->upper[i] = x;
    if (kind == 1) p->lower[i] = x;
    if (p->integer[i] != 0 && kind > 1) {
        p->lower[i] = floor(p->lower[i]);
        p->upper[i] = ceil(p->upper[i]);
    }
    p->bounded = true;
}

static void draw_choice(chance *c, soak_problem *p, size_t i)
{
    p->choices[i] = (double)(1 + chance_below(c, chance_one_in(c, 8) ? 40 : 5));
    p->x0[i] = chance_one_in(c, 4) ? -1 : (double)chance_below(c, (size_t)p->choices[i]);
    p->any_choice = true;
}

static void draw_variable(chance *c, soak_problem *p, size_t i, const size_t *kinds)
{
    p->lower[i] = -INFINITY;
    p->upper[i] = INFINITY;
    if (chance_below(c, 8) < kinds[3]) {
        draw_choice(c, p, i);
        return;
    }
    p->log[i] = chance_below(c, 8) < kinds[0];
    p->integer[i] = chance_below(c, 8) < kinds[1];
    if (p->log[i] != 0) p->x0[i] = exp(chance_real(c, -3, 3));
    if (p->integer[i] != 0) p->x0[i] = p->log[i] != 0 ? fmax(1, rint(p->x0[i])) : rint(p->x0[i]);
    if (chance_below(c, 8) < kinds[2]) draw_bounds(c, p, i);
    p->any_log |= p->log[i] != 0;
    p->any_integer |= p->integer[i] != 0;
}

/* Most problems have one kind of variable; some have a mixture. */
static void draw_domain(chance *c, soak_problem *p)
{
    size_t kinds[4]; /* of eight variables so many are logarithmic, integer, bounded, choices */
    static const size_t often[] = {0, 0, 0, 0, 0, 2, 4, 8};
    for (int j = 0; j < 4; j++) kinds[j] = often[chance_below(c, 8)];
    for (size_t i = 0; i < p->dim; i++) draw_variable(c, p, i, kinds);
}

static void draw_values(chance *c, soak_problem *p)
{
    p->salt = chance_next(c);
    p->by_point = !chance_one_in(c, 3);
    p->noise = !p->by_point && chance_one_in(c, 2) ? chance_log(c, 1e-6, 10) : 0;
    if (chance_one_in(c, 2)) return;
    p->failing = chance_one_in(c, 2) ? (unsigned)chance_below(c, 400) : 0;
    p->odd = chance_one_in(c, 3) ? (unsigned)chance_below(c, 300) : 0;
    p->infinite = chance_one_in(c, 12) ? (unsigned)chance_below(c, 100) : 0;
    if (chance_one_in(c, 40)) p->failing = 1000;
}

bool soak_problem_draw(soak *k, soak_problem *p)
{
    char id[80];
    memset(p, 0, sizeof *p);
    draw_id(&k->c, id, sizeof id);
    if (nes_problem_create(&p->made, id, NULL, 0) != NES_OK) return false;
    p->dim = nes_problem_dim(p->made);
    if (p->dim > SOAK_MOST_DIM) {
        soak_problem_free(p);
        return false;
    }
    p->bits = nes_problem_bits(p->made) != 0;
    nes_problem_start(p->made, p->x0);
    if (!p->bits) draw_domain(&k->c, p);
    draw_values(&k->c, p);
    p->start = !chance_one_in(&k->c, 4);
    snprintf(k->counts->where, sizeof k->counts->where, "%s", id);
    return true;
}

void soak_problem_free(soak_problem *p)
{
    nes_problem_destroy(p->made);
    p->made = NULL;
}

static uint64_t hash_point(const soak_problem *p, const double *x)
{
    uint64_t h = p->salt, bits;
    for (size_t i = 0; i < p->dim; i++) {
        memcpy(&bits, &x[i], sizeof bits);
        h = chance_mix(h, bits);
    }
    return h;
}

double soak_problem_value(const soak_problem *p, const double *x, uint64_t id, uint64_t n)
{
    static const double odd[] = {NAN, 1e305, -1e305, 1e290, -1e290, 0};
    chance c = {p->by_point ? hash_point(p, x) : chance_mix(chance_mix(p->salt, id), n)};
    const size_t at = chance_below(&c, 1000);
    if (at < p->failing) return MARKED_FAILED;
    if (at < p->failing + p->odd) return odd[chance_below(&c, 6)];
    if (at < p->failing + p->odd + p->infinite) return chance_one_in(&c, 2) ? INFINITY : -INFINITY;
    const double f = nes_problem_value(p->made, x);
    return p->noise > 0 ? f + p->noise * chance_real(&c, -1, 1) : f;
}

double soak_problem_objective(size_t dim, const double *x, void *user)
{
    (void)dim;
    return soak_problem_value(user, x, 0, 0);
}

void soak_problem_batch(size_t n, size_t dim, const double *x, double *f, void *user)
{
    for (size_t i = 0; i < n; i++) f[i] = soak_problem_value(user, x + i * dim, 0, 0);
}

bool soak_problem_contains(const soak_problem *p, const double *x, size_t *i)
{
    for (*i = 0; *i < p->dim; ++*i) {
        const double v = x[*i];
        if (!isfinite(v)) return false;
        if (p->bits && v != 0 && v != 1) return false;
        if (p->bits) continue;
        if (v < p->lower[*i] || v > p->upper[*i]) return false;
        if (p->log[*i] != 0 && !(v > 0)) return false;
        if (p->integer[*i] != 0 && v != rint(v)) return false;
        const double count = p->choices[*i];
        if (count > 0 && (v != rint(v) || v < 0 || v >= count)) return false;
    }
    return true;
}
