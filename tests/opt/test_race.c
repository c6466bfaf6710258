/* SPDX-License-Identifier: MIT
 *
 * Two methods that race behind one handle: where the challenger starts, what is counted, saving and
 * loading in every phase, and what is refused. The rule itself is in technique/test_race.c. */
#include "opt/handle/opt.h"

#include "family/family.h"
#include "support/runs.h"

enum { DIM = 4, ID_BITS = 48 };

static const double X0[DIM] = {3, -4, 2, 5};

/* snes, which xnes challenges soon and often. */
static nes_settings racing(const char *restarts, uint64_t budget)
{
    nes_settings s = run_settings("snes");
    s.challenger = "xnes";
    s.race_first = 100;
    s.race_length = 60;
    s.restarts = restarts;
    s.max_evals = budget;
    return s;
}

/* Separable and ill-conditioned; or the same turned, which snes cannot follow. */
static double straight(size_t dim, const double *x, void *user)
{
    (void)user;
    return run_ellipsoid(dim, x, NULL);
}

static double turned(size_t dim, const double *x, void *user)
{
    double y[DIM], sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i];
    for (size_t i = 0; i < dim; i++) y[i] = x[i] - 2 * sum / (double)dim; /* a reflection */
    return run_ellipsoid(dim, y, NULL);
}

static const nes_schedule *schedule(const nes_opt *o)
{
    return &o->runs.schedule;
}

/* Where there is no challenge the run is the same as without a challenger, to the last bit. */
static void no_challenge(void **state)
{
    (void)state;
    nes_settings s = racing("none", 1000);
    s.race_first = 2000;
    nes_opt *a = run_start(DIM, X0, &s);
    s.challenger = "none";
    run_drop_unused(DIM, X0, &s);
    nes_opt *b = run_start(DIM, X0, &s);
    while (nes_stopped(a) == NES_RUNNING) {
        nes_points p, q;
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        assert_int_equal(p.n, q.n);
        assert_same_reals(p.n * DIM, p.x, q.x);
        for (size_t k = 0; k < p.n; k++) p.f[k] = q.f[k] = straight(DIM, p.x + k * DIM, NULL);
        assert_int_equal(nes_tell(a, p.n, p.f), NES_OK);
        assert_int_equal(nes_tell(b, q.n, q.f), NES_OK);
    }
    assert_int_equal(run_result(a).challenges, 0);
    assert_null(strstr(run_result(a).stop_text, "restarts")); /* there were none */
    nes_destroy(a);
    nes_destroy(b);
}

/* The challenger starts at the centre of the run and with its step size, and has its method; with
 * bounds and scales too, whose ratios it keeps. */
static void seat(void **state)
{
    (void)state;
    const double scale[DIM] = {1, 10, 100, 1000};
    const double lower[DIM] = {-10, -10, -10, -10}, upper[DIM] = {10, 20, 30, 40};
    for (int i = 0; i < 4; i++) {
        nes_settings s = racing("none", 5000);
        s.eta_sigma = 0.3; /* of snes alone */
        if (i % 2 == 1) s.scale = scale;
        if (i >= 2) s.lower = lower, s.upper = upper;
        nes_opt *o = run_start(DIM, X0, &s);
        while (schedule(o)->race.phase != NES_RACE_CHALLENGE) run_step(o, run_sphere, NULL);
        const struct nes_run *run = schedule(o)->member[0].run;
        const double sigma = run->g.dist.family->widths->sigma(&run->g.dist);
        double mean[DIM], std[DIM], product = 1;
        memcpy(mean, run->g.dist.theta, sizeof mean);
        if (i >= 2) nes_bounds_into(&run->bounds, mean);
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.id[0] >> ID_BITS, 1);
        const struct nes_run *other = schedule(o)->member[1].run;
        assert_string_equal(other->plan.s.method, "xnes");
        assert_string_equal(other->plan.s.family, "gauss-full");
        assert_true(other->plan.s.eta_sigma != 0.3);
        double got[DIM];
        memcpy(got, other->g.dist.theta, sizeof got);
        if (i >= 2) nes_bounds_into(&other->bounds, got);
        assert_all_relative(DIM, got, mean, 1e-9);
        assert_relative(other->g.dist.family->widths->sigma(&other->g.dist), sigma, 1e-12);
        other->g.dist.family->widths->spread(&other->g.dist, std);
        for (size_t k = 0; k < DIM; k++) product *= std[k] / sigma;
        assert_relative(product, 1, 1e-9);
        if (i == 1) assert_relative(std[3] / std[0], 1000, 1e-9);
        if (i == 3) assert_relative(std[3] / std[0], 2500, 1e-9); /* a quarter of the width, too */
        nes_destroy(o);
    }
}

typedef struct books {
    uint64_t calls, most, best_call;
    double best;
    nes_objective f;
} books;

static double counted(size_t dim, const double *x, void *user)
{
    books *b = user;
    const double f = b->f(dim, x, NULL);
    assert_true(++b->calls <= b->most);
    if (f < b->best) b->best = f, b->best_call = b->calls;
    return f;
}

/* Counts and the best value are those of both; the budget is used to the last evaluation. */
static void budgets(void **state)
{
    (void)state;
    static const uint64_t most[] = {99, 101, 130, 163, 200, 229, 1003, 5001};
    static const char *const restarts[] = {"none", "ipop", "bipop"};
    for (size_t i = 0; i < 8 * 3 * 2; i++) {
        books b = {.most = most[i % 8], .best = INFINITY, .f = i < 24 ? straight : turned};
        nes_settings s = racing(restarts[i / 8 % 3], b.most);
        s.tolfun = s.tolx = s.tolx_abs = NES_OFF;
        s.noeffect = false;
        nes_opt *o = run_start(DIM, X0, &s);
        run_to_end(o, counted, &b);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_EVALS);
        assert_int_equal(b.calls, b.most);
        assert_int_equal(r.evaluations, b.most);
        run_assert_real(r.best_f, b.best);
        assert_int_equal(r.best_evaluation, b.best_call);
        assert_true(r.challenges <= r.evaluations / 60);
        if (b.most > 230) assert_true(r.challenges > 0);
        nes_destroy(o);
    }
}

/* The challenger wins where its method is the better one, and only there. */
static void winners(void **state)
{
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        nes_settings s = racing("none", 60000);
        s.race_first = 1000;
        s.race_length = 400;
        s.target = 1e-8;
        nes_opt *o = run_start(DIM, X0, &s);
        run_to_end(o, hard ? turned : straight, NULL);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_TARGET);
        if (hard) assert_int_equal(schedule(o)->race.phase, NES_RACE_WON);
        if (hard) assert_true(r.best_run > 1);
        assert_int_equal(r.restarts, 0);
        nes_destroy(o);
    }
}

/* A copy by save and load is the same in every phase, and ends in the same state. */
static void resume(void **state)
{
    (void)state;
    uint64_t phases = 0;
    for (int i = 0; i < 2; i++) {
        nes_settings s = racing("bipop", 12000);
        s.race_length = 100;
        s.tolfun = 1e300; /* a run ends when its history is full */
        nes_opt *o = run_start(DIM, X0, &s), *end = run_start(DIM, X0, &s);
        run_to_end(end, i ? turned : straight, NULL);
        for (size_t t = 0; nes_stopped(o) == NES_RUNNING; t++) {
            const uint64_t bit = 1u << schedule(o)->race.phase;
            nes_opt *copy = run_copy(o);
            run_assert_same(o, copy);
            if ((phases & bit) == 0 || t % 50 == 0) {
                run_to_end(copy, i ? turned : straight, NULL);
                run_assert_same(end, copy);
            }
            phases |= bit;
            nes_destroy(copy);
            run_step(o, i ? turned : straight, NULL);
        }
        run_assert_same(o, end);
        assert_true(run_result(o).restarts > 3 && run_result(o).challenges > 3);
        nes_destroy(o);
        nes_destroy(end);
    }
    assert_int_equal(phases & 30, 30); /* the run, the challenge, the answer, the challenger */
}

/* A step of the run beyond all numbers: the challenger takes over from the last centre. */
static void breakdown(void **state)
{
    (void)state;
    nes_settings s = racing("none", 20000);
    s.race_first = 1000000;
    s.sigma = 1e12;
    s.eta_mu = 1e299;
    s.target = 1e-6;
    s.tolx = NES_OFF;
    nes_opt *o = run_start(DIM, X0, &s);
    nes_points p;
    run_step(o, run_sphere, NULL);
    assert_int_equal(schedule(o)->n, 0);
    nes_opt *copy = run_copy(o); /* no run is left: what the next is like is in the course */
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(schedule(o)->n, 1);
    const struct nes_run *run = schedule(o)->member[0].run;
    assert_same_reals(DIM, run->g.dist.theta, X0);
    assert_relative(run->g.dist.family->widths->sigma(&run->g.dist), 1e12, 1e-12);
    run_to_end(o, run_sphere, NULL);
    run_to_end(copy, run_sphere, NULL);
    run_assert_same(o, copy);
    assert_int_equal(run_result(o).stop, NES_STOP_TARGET);
    assert_int_equal(run_result(o).best_run, 2);
    nes_destroy(o);
    nes_destroy(copy);
}

/* The challenger is better, and ends by itself while it has its part. There is no other start: the
 * run goes on, here with a save and a load after every generation. */
static void a_winner_that_has_ended(void **state)
{
    (void)state;
    nes_settings s = racing("none", 2000);
    s.race_length = 300;
    s.popsize = 8;
    s.tolfun = 1;
    s.flat = s.stagnation = NES_OFF;
    nes_opt *o = run_start(DIM, X0, &s);
    for (uint64_t t = 0; nes_stopped(o) == NES_RUNNING; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const bool challenger = p.id[0] >> ID_BITS == 1;
        for (size_t k = 0; k < p.n; k++) p.f[k] = challenger ? 1 : 1000 + 100 * (double)(t % 5);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        nes_opt *copy = run_copy(o);
        nes_destroy(o);
        o = copy;
    }
    assert_int_equal(schedule(o)->race.phase, NES_RACE_OVER);
    assert_int_equal(run_result(o).stop, NES_STOP_EVALS);
    assert_int_equal(run_result(o).evaluations, 2000);
    assert_int_equal(run_result(o).challenges, 1);
    assert_int_equal(run_result(o).best_run, 2);
    nes_destroy(o);
}

/* Every method can challenge and be challenged, also hill climbers and odd populations. */
static void every_method(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * nes_method_count(); i++) {
        const char *name = nes_method_at(i / 2)->name;
        if (run_is_binary(nes_method_at(i / 2))) continue; /* has no centre */
        nes_settings s = run_settings(i % 2 ? name : "snes");
        s.challenger = i % 2 ? "xnes" : name;
        s.race_first = s.race_length = 50;
        s.max_evals = 600;
        s.tolfun = s.tolx = NES_OFF;
        nes_opt *o = run_start(DIM, X0, &s);
        run_to_end(o, run_sphere, NULL);
        assert_int_equal(run_result(o).evaluations, 600);
        assert_true(run_result(o).challenges > 0);
        nes_destroy(o);
    }
}

static void refused(const nes_settings *s, nes_status status, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_settings_check(s, DIM, X0, message, sizeof message), status);
    run_assert_has(message, part);
}

static void bad_settings(void **state)
{
    (void)state;
    nes_settings s = racing("interleaved", 100);
    refused(&s, NES_ERR_METHOD, "challenger 'xnes' needs restarts 'none', 'ipop' or 'bipop'");
    s = racing("none", 100);
    s.challenger = "xness";
    refused(&s, NES_ERR_METHOD, "did you mean xnes");
    s = racing("none", 100);
    s.challenger = "bernoulli";
    refused(&s, NES_ERR_METHOD, "challenger 'bernoulli' has no real variables");
    assert_int_equal(nes_settings_check(&s, DIM, NULL, NULL, 0), NES_ERR_METHOD);
    s = racing("none", 100);
    s.window = 2; /* snes can, xnes cannot */
    refused(&s, NES_ERR_METHOD, "window");
    s = racing("ipop", 100);
    s.window = 1000; /* populations of later runs are larger */
    refused(&s, NES_ERR_METHOD, "window");
    s = racing("none", 100);
    s.popsize = 7; /* mirrored samples are even: rounded up, as for restarts */
    s.challenger = "dd-xnes";
    assert_int_equal(nes_settings_check(&s, DIM, X0, NULL, 0), NES_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_challenge),
        cmocka_unit_test(seat),
        cmocka_unit_test(budgets),
        cmocka_unit_test(winners),
        cmocka_unit_test(resume),
        cmocka_unit_test(breakdown),
        cmocka_unit_test(a_winner_that_has_ended),
        cmocka_unit_test(every_method),
        cmocka_unit_test(bad_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
