/* SPDX-License-Identifier: MIT
 *
 * The course of runs with a model: portions, free generations, budgets and targets, generations
 * that are closed early, restarts, the end of models after 250 evaluations a variable. [math: B22]
 */
#include "opt/handle/opt.h"
#include "support/runs.h"

enum { D = 3, Q = 4, POPSIZE = 8 };

static const double START[D] = {1, -2, 0.5};

static nes_settings settings_of(uint64_t batch)
{
    nes_settings s = run_settings("dd-xnes");
    s.model = "on";
    s.batch = batch;
    return s;
}

/* Values that no model can tell from chance, the same for the same point. */
static double chance(size_t d, const double *x, void *user)
{
    uint64_t bits, sum = 1;
    (void)user;
    for (size_t i = 0; i < d; i++) {
        memcpy(&bits, x + i, sizeof bits);
        sum = (sum ^ bits) * 6364136223846793005u + 1442695040888963407u;
    }
    return (double)(sum >> 40);
}

static struct nes_run *run_of(nes_opt *o)
{
    return nes_runs_at_work(&o->runs)->run;
}

/* Asks and tells once; returns how many points there were. */
static size_t step(nes_opt *o, nes_objective f)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = f(p.dim, p.x + k * p.dim, NULL);
    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    return p.n;
}

static nes_opt *start(const nes_settings *s)
{
    return run_start(D, START, s);
}

/* The generation that waits has one portion of the batch, with minimisers first. */
static void portions(void **state)
{
    const nes_settings s = settings_of(Q);
    nes_opt *o = start(&s);
    size_t with_minimisers = 0;
    (void)state;
    for (size_t t = 0; t < 20; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const nes_batch *b = &run_of(o)->modelled.portion;
        assert_true(p.n % Q == 0 && p.n <= POPSIZE);
        for (size_t k = 0; k < p.n; k++) {
            const bool minimiser = b->source[k] >= POPSIZE;
            assert_true(!minimiser || k < Q / 2);
            with_minimisers += minimiser && k == 0;
            p.f[k] = run_ellipsoid(D, p.x + k * D, NULL);
        }
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    assert_true(with_minimisers >= 3);
    nes_destroy(o);
}

/* After a trusted generation min(q, 3) others follow without a point. */
static void free_generations(void **state)
{
    (void)state;
    for (uint64_t q = 1; q <= 5; q++) {
        const nes_settings s = settings_of(q);
        nes_opt *o = start(&s);
        uint64_t most = 0;
        for (size_t t = 0; t < 12; t++) {
            const uint64_t before = run_result(o).generations;
            step(o, run_sphere);
            const uint64_t made = run_result(o).generations - before;
            if (made > most) most = made;
        }
        assert_int_equal(most, 1 + (q < 3 ? q : 3));
        nes_destroy(o);
    }
}

/* A model that is not trusted any more ends them. */
static void distrust_ends_free_generations(void **state)
{
    const nes_settings s = settings_of(1);
    nes_opt *o = start(&s);
    struct nes_run *run = run_of(o);
    (void)state;
    for (size_t t = 0; t < 40; t++) step(o, chance);
    const uint64_t generation = run->tally.generations;
    run->modelled.ahead = 3;
    while (run->tally.generations == generation) step(o, chance);
    assert_int_equal(run->modelled.ahead, 0);
    assert_int_equal(run->tally.generations, generation + 1);
    assert_false(run->modelled.is_free);
    nes_destroy(o);
}

/* Without a model points that were not evaluated rank behind those that were. */
static void without_a_model(void **state)
{
    nes_settings s = settings_of(POPSIZE);
    nes_points p;
    const double f[5] = {3, 3, 3, 3, 3};
    uint64_t id[POPSIZE];
    s.flat = NES_OFF;
    nes_opt *o = start(&s);
    struct nes_run *run = run_of(o);
    (void)state;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, POPSIZE);
    memcpy(id, p.id, sizeof id);
    assert_int_equal(nes_tell_some(o, 5, id, f), NES_OK);
    assert_int_equal(nes_close(o), NES_OK);
    assert_int_equal(run->tally.generations, 1);
    assert_int_equal(run->tally.modelled, 0);
    for (size_t i = 0; i < POPSIZE; i++) {
        const size_t row = nes_natural_row(run, i);
        assert_true(run->g.batch.f[row] == (i < 5 ? 3 : INFINITY));
    }
    assert_int_equal(nes_tell_some(o, 1, id + 6, f), NES_ERR_LATE);
    nes_destroy(o);
}

/* Step sizes do not fall by values of a model after a generation in which the best point stayed.
 */
static void holds_the_step_size(void **state)
{
    const nes_settings s = settings_of(1);
    nes_opt *o = start(&s);
    struct nes_run *run = run_of(o);
    double *sigma = run->g.dist.theta + D;
    (void)state;
    run->modelled.sigma = 2;
    for (int trusted = 0; trusted < 2; trusted++)
        for (int holds = 0; holds < 2; holds++) {
            run->modelled.trusted = trusted;
            run->modelled.holds = holds;
            *sigma = 1;
            nes_modelled_hold(run);
            assert_true(*sigma == (trusted && holds ? 2 : 1));
            *sigma = 3;
            nes_modelled_hold(run);
            assert_true(*sigma == 3);
        }
    nes_destroy(o);
}

/* Minimisers are looked for round the best point, or round the centre where that is far away. */
static void centre_of_balls(void **state)
{
    const nes_settings s = settings_of(1);
    nes_opt *o = start(&s);
    struct nes_run *run = run_of(o);
    nes_modelled *m = &run->modelled;
    double u[D], length = 0;
    (void)state;
    for (size_t t = 0; t < 10; t++) step(o, run_sphere);
    for (int far = 0; far < 2; far++) {
        const double x[D] = {far ? 1e3 : START[0], 0, 0};
        double *best = m->known->points.x + m->best * D;
        memcpy(best, x, sizeof x);
        nes_frame_into(&m->frame, best, u);
        length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        assert_int_equal(length >= 3, far || length >= 3);
        if (nes_portion_minimisers(run, 1) == 0) continue;
        double from_centre = 0, from_best = 0;
        for (size_t i = 0; i < D; i++) {
            from_centre += m->minimiser[i] * m->minimiser[i];
            from_best += (m->minimiser[i] - u[i]) * (m->minimiser[i] - u[i]);
        }
        assert_true(sqrt(length >= 3 ? from_centre : from_best) <= 2 + 1e-9);
    }
    assert_true(length >= 3);
    nes_destroy(o);
}

/* A budget that ends a run anywhere and is then raised changes nothing. */
static void budgets(void **state)
{
    (void)state;
    for (uint64_t cut = 1; cut < 40; cut++) {
        nes_settings s = settings_of(cut % 2 == 0 ? 1 : 3);
        s.max_evals = 60;
        nes_opt *whole = start(&s);
        run_to_end(whole, run_ellipsoid, NULL);
        s.max_evals = cut;
        nes_opt *o = start(&s);
        run_to_end(o, run_ellipsoid, NULL);
        assert_int_equal(nes_stopped(o), NES_STOP_EVALS);
        assert_int_equal(run_result(o).evaluations, cut);
        s.max_evals = 60;
        assert_int_equal(nes_continue(o, &s), NES_OK);
        run_to_end(o, run_ellipsoid, NULL);
        assert_int_equal(nes_fingerprint(o), nes_fingerprint(whole));
        nes_destroy(o);
        nes_destroy(whole);
    }
}

/* Limits of generations, too, free ones among them. */
static void limits_of_generations(void **state)
{
    (void)state;
    for (uint64_t cut = 1; cut < 16; cut++) {
        nes_settings s = settings_of(3);
        s.max_gens = 24;
        nes_opt *whole = start(&s);
        run_to_end(whole, run_ellipsoid, NULL);
        s.max_gens = cut;
        nes_opt *o = start(&s);
        run_to_end(o, run_ellipsoid, NULL);
        assert_int_equal(run_result(o).generations, cut);
        s.max_gens = 24;
        assert_int_equal(nes_continue(o, &s), NES_OK);
        run_to_end(o, run_ellipsoid, NULL);
        assert_int_equal(nes_fingerprint(o), nes_fingerprint(whole));
        nes_destroy(o);
        nes_destroy(whole);
    }
}

/* The target ends a run in the middle of a generation: values are dear. */
static void targets(void **state)
{
    nes_settings s = settings_of(1);
    (void)state;
    s.target = 1e-6;
    nes_opt *o = start(&s);
    while (nes_stopped(o) == NES_RUNNING) step(o, run_sphere);
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_TARGET);
    assert_int_equal(r.best_evaluation, r.evaluations);
    assert_true(r.evaluations < 20);
    nes_destroy(o);
}

/* Half of every ask is told and the rest left out; the run arrives all the same. */
static void closed_early(void **state)
{
    const nes_settings s = settings_of(Q);
    nes_opt *o = start(&s);
    (void)state;
    for (size_t t = 0; t < 40 && nes_stopped(o) == NES_RUNNING; t++) {
        nes_points p;
        uint64_t id[16];
        double f[16];
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            id[k] = p.id[k];
            f[k] = run_sphere(D, p.x + k * D, NULL);
        }
        assert_int_equal(nes_tell_some(o, p.n / 2, id + t % 2, f + t % 2), NES_OK);
        if (p.n > 1) assert_int_equal(nes_close(o), NES_OK);
        nes_opt *copy = run_copy(o);
        run_assert_same(o, copy);
        nes_destroy(copy);
    }
    assert_true(run_result(o).best_f < 1e-8);
    nes_destroy(o);
}

/* After 250 evaluations a variable every point of a generation is evaluated. */
static void plain_at_last(void **state)
{
    nes_settings s = settings_of(1);
    (void)state;
    s.stagnation = s.tolx = s.tolfun = s.max_growth = NES_OFF;
    nes_opt *o = start(&s);
    const nes_archive *a = &run_of(o)->modelled.known->points;
    while (run_result(o).evaluations < 250 * D) step(o, chance);
    while (run_of(o)->modelled.asks) step(o, chance);
    const uint64_t modelled = run_of(o)->tally.modelled;
    const size_t n = a->n;
    for (size_t t = 0; t < 5; t++) assert_int_equal(step(o, chance), POPSIZE);
    assert_int_equal(run_of(o)->tally.modelled, modelled);
    assert_int_equal(a->n, n);
    assert_true(n >= 250 * D && n <= a->room);
    nes_destroy(o);
}

/* Runs share the archive, and each has a state of its own: a new one knows no hyper-parameters, but
 * has points to search for them at once. */
static void restarts(void **state)
{
    nes_settings s = settings_of(2);
    s.restarts = "bipop";
    s.tolfun = 1e-3;
    s.eval_start = "yes";
    nes_opt *o = start(&s);
    const nes_runs *r = &o->runs;
    uint64_t runs = 1;
    (void)state;
    for (size_t t = 0; t < 400 && runs < 4; t++) {
        step(o, run_sphere);
        nes_points p;
        if (nes_stopped(o) != NES_RUNNING) break;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const struct nes_run *run = run_of(o);
        assert_int_equal(r->known.points.n, r->tally.evaluations);
        if (r->schedule.created == runs) continue;
        runs = r->schedule.created;
        assert_true(run->modelled.fitted && run->modelled.there);
        assert_int_equal(run->modelled.fitted_at, r->known.points.n);
        assert_int_equal(run->modelled.types, 0); /* the polynomial has no points of this run */
        assert_int_equal(run->modelled.number, runs);
        assert_int_equal(run->modelled.best, SIZE_MAX);
    }
    assert_int_equal(runs, 4);
    uint64_t last = 0;
    for (size_t i = 0; i < r->known.points.n; i++) {
        assert_true(r->known.points.run[i] >= last); /* bipop: one after the other */
        last = r->known.points.run[i];
    }
    assert_int_equal(last, 3);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(portions),
                                       cmocka_unit_test(free_generations),
                                       cmocka_unit_test(distrust_ends_free_generations),
                                       cmocka_unit_test(without_a_model),
                                       cmocka_unit_test(holds_the_step_size),
                                       cmocka_unit_test(centre_of_balls),
                                       cmocka_unit_test(budgets),
                                       cmocka_unit_test(limits_of_generations),
                                       cmocka_unit_test(targets),
                                       cmocka_unit_test(closed_early),
                                       cmocka_unit_test(plain_at_last),
                                       cmocka_unit_test(restarts)};
    return cmocka_run_group_tests_name("course of models", tests, NULL, NULL);
}
