/* SPDX-License-Identifier: MIT
 *
 * Fitness shaping. [math: A4]
 *   paper:  h_i = max(0, ln(n/2 + 1) - ln i),  u_i = h_i / sum h - 1/n
 *   linear: u_i proportional to (n + 1)/2 - i, sum |u| = 1
 *   active: u_i = h_i over a sum,  h_i = ln((n + 1)/2) - ln i
 *   half:   u_i = max(0, h_i) over their sum
 *   centred: u_i = h_i over the sum of the positive ones, minus the mean */
#include "technique/shaping.h"

#include <math.h>
#include <string.h>

#include "choice/choice.h"
#include "family/path_rates.h"
#include "util/rank.h"
#include "util/table.h"

/* Preferences of the ranks i = 1 .. n are h_i = top - ln i, positive for the better half: the top
 * is ln(n/2 + 1) in paper, ln((n + 1)/2) in active and half. */
static double preference(double top, size_t i)
{
    return top - log((double)i + 1);
}

static double middle_of(size_t n)
{
    return ((double)n + 1) / 2;
}

/* Sums of the positive (or the other) preferences and of their squares. */
typedef struct sums {
    double sum, squares;
} sums;

static sums half_of(double top, size_t n, bool positive)
{
    sums half = {0, 0};
    for (size_t i = 0; i < n; i++) {
        const double h = preference(top, i);
        if ((h > 0) != positive) continue;
        half.sum += h;
        half.squares += h * h;
    }
    return half;
}

/* The effective number of samples with the weights of the better half: (sum h_i)^2/sum h_i^2. For
 * so many points that sums would take noticeable time, they follow from Euler and Maclaurin: from 1
 * to m = e^top, with half of the first term and a twelfth of its slope. */
static double effective_of(double m, size_t n)
{
    enum { MANY = 1 << 20 };
    const double top = log(m);
    sums better = {m - 11.0 / 12 - top / 2, 2 * m - 2 - 11.0 / 6 * top - top * top / 2};
    if (n <= MANY) better = half_of(top, n, true);
    return better.sum * better.sum / better.squares;
}

static void paper(size_t d, size_t n, double *mean, double *u)
{
    const double top = log((double)n / 2 + 1), sum = half_of(top, n, true).sum;
    (void)d;
    for (size_t i = 0; i < n; i++)
        mean[i] = u[i] = fmax(0, preference(top, i)) / sum - 1 / (double)n;
}

/* The utilities plus 1/n are h_i over their sum. */
static double paper_effective(size_t n)
{
    return effective_of((double)n / 2 + 1, n);
}

static void linear(size_t d, size_t n, double *mean, double *u)
{
    double sum = 0;
    (void)d;
    for (size_t i = 0; i < n; i++) {
        u[i] = ((double)n - 1) / 2 - (double)i;
        sum += fabs(u[i]);
    }
    for (size_t i = 0; i < n; i++) mean[i] = u[i] = u[i] / sum;
}

/* sum |u| = 1 makes the utilities a multiple c of (n - 1)/2 - i, whose squares add up to
 * (n^3 - n)/12; their sum is 0, so the cross terms vanish. */
static double linear_effective(size_t n)
{
    const double m = (double)n, c = n % 2 == 0 ? 4 / (m * m) : 4 / (m * m - 1);
    return 1 / (c * c * (m * m * m - m) / 12 + 1 / m);
}

static double half_effective(size_t n)
{
    return effective_of(middle_of(n), n);
}

/* The mean takes the better half alone, scaled to sum 1; scale and shape take the other half too,
 * scaled to what the rates can bear. [math: B4] */
static void active(size_t d, size_t n, double *mean, double *u)
{
    const double top = log(middle_of(n));
    const sums better = half_of(top, n, true), worse = half_of(top, n, false);
    const double effective = better.sum * better.sum / better.squares;
    const double against = worse.squares > 0 ? worse.sum * worse.sum / worse.squares : 0;
    nes_defaults r;
    nes_path_defaults(d, n, effective, &r);
    const double most = fmin(1 + r.paths.one / r.shape, 1 + 2 * against / (effective + 2));
    for (size_t i = 0; i < n; i++) {
        const double h = preference(top, i);
        mean[i] = h > 0 ? h / better.sum : 0;
        u[i] = h > 0 ? mean[i] : worse.sum < 0 ? h * most / -worse.sum : 0;
    }
}

static void half(size_t d, size_t n, double *mean, double *u)
{
    const double top = log(middle_of(n)), sum = half_of(top, n, true).sum;
    (void)d;
    for (size_t i = 0; i < n; i++) mean[i] = u[i] = fmax(0, preference(top, i)) / sum;
}

static void centred(size_t d, size_t n, double *mean, double *u)
{
    (void)d;
    nes_choices_weights(n, true, u);
    memcpy(mean, u, n * sizeof *mean);
}

double nes_effective_samples(const nes_shaping *s, size_t n, const double *table_of_user)
{
    double squares = 0;
    if (s->effective != NULL) return s->effective(n);
    if (s->raw || table_of_user == NULL) return (double)n; /* a missing table is refused later */
    for (size_t i = 0; i < n; i++) {
        const double w = table_of_user[i] + 1 / (double)n;
        squares += w * w;
    }
    return 1 / squares;
}

static const nes_shaping shaping_paper = {
    .name = "paper",
    .doc = "logarithmic in the rank, zero for the worse half, minus the mean",
    .fill = paper,
    .effective = paper_effective};
static const nes_shaping shaping_linear = {
    .name = "linear", .doc = "linear in the rank", .fill = linear, .effective = linear_effective};
static const nes_shaping shaping_active = {
    .name = "active",
    .doc = "logarithmic in the rank, negative for the worse half; the mean follows the better one",
    .fill = active,
    .effective = half_effective};
static const nes_shaping shaping_half = {
    .name = "half",
    .doc = "logarithmic in the rank, zero for the worse half; the sum is 1",
    .fill = half,
    .effective = half_effective};
static const nes_shaping shaping_centred = {
    .name = "centred",
    .doc = "as half, with all ranks, minus the mean; for choices alone",
    .fill = centred,
    .effective = half_effective};
static const nes_shaping shaping_table = {.name = "table", .doc = "the numbers in 'utilities'"};
static const nes_shaping shaping_raw = {
    .name = "raw", .doc = "the values themselves, not their ranks (for comparison)", .raw = true};

static const nes_shaping *const table[] = {&shaping_paper, &shaping_linear,  &shaping_active,
                                           &shaping_half,  &shaping_centred, &shaping_table,
                                           &shaping_raw};

NES_TABLE(nes_shaping, nes_shaping, table)

/* 0 a finite value, 1 infinite, 2 not a number */
static int class_of(double f)
{
    return nes_is_finite_value(f) ? 0 : isnan(f) ? 2 : 1;
}

/* The order of finite values. */
static bool is_less(size_t a, size_t b, const void *data)
{
    const nes_batch *t = data;
    return t->f[a] < t->f[b];
}

/* The order of rows with groups and keys. */
static bool before_by_group(size_t a, size_t b, const nes_batch *t)
{
    if (t->group[a] != t->group[b]) return t->group[a] < t->group[b];
    return t->group[a] >= NES_RANKED_AS_INFINITE ? t->norm2[a] < t->norm2[b]
                                                 : t->key[a] < t->key[b];
}

static bool before(size_t a, size_t b, const void *data)
{
    const nes_batch *t = data;
    if (t->group != NULL) return before_by_group(a, b, t);
    if (nes_is_finite_value(t->f[a]) && nes_is_finite_value(t->f[b])) return t->f[a] < t->f[b];
    const int ca = class_of(t->f[a]), cb = class_of(t->f[b]);
    if (ca != cb) return ca < cb;
    return t->norm2[a] < t->norm2[b];
}

/* Rows with merits count. Where none has one, those with violations do, so that their order teaches
 * too. */
static void rank_groups(nes_gen *g)
{
    nes_batch *b = &g->batch;
    size_t n[2] = {0, 0};
    for (size_t k = 0; k < b->n; k++) {
        if (b->group[k] >= NES_RANKED_AS_INFINITE)
            b->norm2[k] = nes_batch_norm2(b, k);
        else
            n[b->group[k]]++;
    }
    g->finite = n[NES_RANKED_BY_MERIT] > 0 ? n[NES_RANKED_BY_MERIT] : n[NES_RANKED_BY_VIOLATION];
    nes_rank(b->n, before, b, b->order, b->scratch);
}

void nes_rank_batch(nes_gen *g)
{
    nes_batch *b = &g->batch;
    if (b->group != NULL) {
        rank_groups(g);
        return;
    }
    g->finite = 0;
    for (size_t k = 0; k < b->n; k++) {
        if (nes_is_finite_value(b->f[k]))
            g->finite++;
        else
            b->norm2[k] = nes_batch_norm2(b, k);
    }
    if (g->finite == b->n)
        nes_rank(b->n, is_less, b, b->order, b->scratch);
    else
        nes_rank(b->n, before, b, b->order, b->scratch);
}

/* The fitness is minus the value, and the average has its 1/n here. [math: A1, X28] */
static void shape_raw(nes_batch *b)
{
    for (size_t k = 0; k < b->n; k++)
        b->u[k] = b->v[k] = isfinite(b->f[k]) ? -b->f[k] / (double)b->n : 0;
}

void nes_utilities_carve(nes_utilities *u, nes_arena *a, size_t n)
{
    u->shape = NES_CARVE(a, double, n);
    u->mean = NES_CARVE(a, double, n);
}

void nes_utilities_take(nes_utilities *u, const nes_shaping *shaping, const nes_settings *s)
{
    u->shaping = shaping;
    u->average_ties = strcmp(s->ties, "average") == 0;
    if (!nes_is_table(shaping)) return;
    const double *mean = s->mean_utilities != NULL ? s->mean_utilities : s->utilities;
    memcpy(u->shape, s->utilities, s->popsize * sizeof *u->shape);
    memcpy(u->mean, mean, s->popsize * sizeof *u->mean);
}

/* The end of the ranks, from rank lo on, that share their utilities: those of equal values. */
static size_t end_of_ties(const nes_gen *g, size_t lo)
{
    const nes_batch *b = &g->batch;
    size_t hi = lo + 1;
    while (g->utilities.average_ties && hi < b->n && !before(b->order[lo], b->order[hi], b)) hi++;
    return hi;
}

/* Rows of the ranks lo to hi - 1 get the average of what is theirs. */
static void share(const nes_batch *b, size_t lo, size_t hi, const double *of_rank, double *of_slot)
{
    double sum = 0 + of_rank[lo];
    for (size_t i = lo + 1; i < hi; i++) sum += of_rank[i];
    of_slot[b->order[lo]] = hi == lo + 1 ? sum : sum / (double)(hi - lo);
    for (size_t i = lo + 1; i < hi; i++) of_slot[b->order[i]] = of_slot[b->order[lo]];
}

void nes_share_out(const nes_gen *g, const double *of_rank, double *of_slot)
{
    for (size_t lo = 0, hi; lo < g->batch.n; lo = hi) {
        hi = end_of_ties(g, lo);
        share(&g->batch, lo, hi, of_rank, of_slot);
    }
}

void nes_shape(nes_gen *g)
{
    nes_batch *b = &g->batch;
    const nes_utilities *u = &g->utilities;
    nes_rank_batch(g);
    if (u->shaping->raw) {
        shape_raw(b);
        return;
    }
    for (size_t lo = 0, hi; lo < b->n; lo = hi) {
        hi = end_of_ties(g, lo);
        share(b, lo, hi, u->mean, b->v);
        share(b, lo, hi, u->shape, b->u);
    }
}
