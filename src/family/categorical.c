/* SPDX-License-Identifier: MIT
 *
 * Choices alone, bits among them: each variable takes one of a few values, independently of the
 * others, with probabilities that theta begins with. Behind them is the path of the steps and what
 * their length follows from (choice/choice.h). The values of a generation are drawn together, so
 * that each occurs as often as its probability says. The "local sample" of a slot is its values,
 * and its radial factor is 0: there is no distance from a centre. [math: B20] */
#include <math.h>
#include <string.h>

#include "choice/choice.h"
#include "family/families.h"

enum { SHARE }; /* least probability of all values of a choice that are not the most probable one */

static void take(nes_dist *p, const nes_settings *s)
{
    p->own[SHARE] = -expm1(log(1 - s->choice_margin) / (double)p->d);
    p->model = s->choices;
}

static nes_choices choices_of(const nes_dist *p)
{
    nes_choices c = nes_choices_of(p->d, p->model, p->own[SHARE]);
    c.state = p->theta;
    return c;
}

static size_t ntheta(const nes_dist *p)
{
    const nes_choices c = choices_of(p);
    return nes_choices_nstate(&c);
}

static size_t nwork(const nes_dist *p, size_t n)
{
    const nes_choices c = choices_of(p);
    return nes_choices_nwork(&c, n) + n * p->d;
}

/* The path alone says how long steps are. */
static void rate(const nes_extent *e, nes_defaults *r)
{
    (void)e;
    r->sigma = 1;
}

static int init(nes_dist *p, const nes_start *s)
{
    nes_choices c = choices_of(p);
    nes_choices_begin(&c, s->mu);
    return 0;
}

static bool sound(const nes_dist *p, nes_note note)
{
    const nes_choices c = choices_of(p);
    if (nes_choices_sound(&c)) return true;
    nes_print(note.text, note.size, "probabilities of values do not add up, or are below margins");
    return false;
}

/* A row that is drawn again, in the place of one that failed, is drawn by itself. */
static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const nes_choices c = choices_of(p);
    const size_t d = p->d;
    double *rows = p->work + nes_choices_nwork(&c, b->n);
    nes_choices_draw(&c, &b->stream, b->n, rows, p->work);
    for (size_t k = lo; k < hi; k++) {
        const nes_stream s = nes_batch_stream(b, k);
        if (s.lane > 0)
            nes_choices_draw_one(&c, &s, b->z + k * d);
        else
            memcpy(b->z + k * d, rows + s.row * d, d * sizeof *rows);
        b->tail[k] = 0;
    }
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    nes_choices c = choices_of(p);
    if (s->n > 0) nes_choices_step(&c, s->n, b->z, s->outer, eta->sigma, p->work);
    s->rates = *eta;
    return 0;
}

/* Of bits the probability of 1, of other choices the most probable value. */
static void middle(const nes_dist *p, double *x)
{
    const nes_choices c = choices_of(p);
    for (size_t i = 0; i < p->d; i++)
        x[i] = c.count == NULL ? p->theta[2 * i + 1] : (double)nes_choices_mode(&c, i, NULL);
}

/* Of bits standard deviations, of other choices the probability of another value. */
static void spread(const nes_dist *p, double *std)
{
    const nes_choices c = choices_of(p);
    for (size_t i = 0; i < p->d; i++) {
        double most;
        nes_choices_mode(&c, i, &most);
        std[i] = c.count == NULL ? sqrt(most * (1 - most)) : 1 - most;
    }
}

static double sigma(const nes_dist *p)
{
    spread(p, p->work);
    return nes_geometric_mean(p->d, p->work);
}

static double condition(const nes_dist *p)
{
    spread(p, p->work);
    return nes_largest_to_least(NULL, p->d, p->work);
}

static bool settled(const nes_dist *p)
{
    const nes_choices c = choices_of(p);
    return nes_choices_settled(&c);
}

static const nes_widths widths = {.sigma = sigma, .spread = spread, .condition = condition};

const nes_family nes_categorical = {
    .name = "categorical",
    .doc = "choices and bits, each with probabilities of its own",
    .discrete = true,
    .crowd = true,
    .counts = true,
    .rate = rate,
    .take = take,
    .ntheta = ntheta,
    .nwork = nwork,
    .init = init,
    .sound = sound,
    .sample = sample,
    .place = nes_point_place,
    .localize = nes_point_localize,
    .propose = nes_weights_propose,
    .apply = apply,
    .widths = &widths,
    .settled = settled,
    .middle = middle,
};
