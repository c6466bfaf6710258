/* SPDX-License-Identifier: MIT
 *
 * When a free place is given a point: the rule against its formula, made anew from the whole
 * history at every question, over random evaluations. [math: A28] */
#include <math.h>
#include <stdlib.h>

#include "nes/async.h"
#include "support/check.h"
#include "support/runs.h"

enum { MOST = 4000, PLACES = 12 };

/* All that has happened, as a list. */
typedef struct history {
    double duration[MOST];
    size_t n;
    uint64_t id[PLACES], run[PLACES];
    double began[PLACES];
    size_t busy, places;
    bool hold;
} history;

static double mean_of_last(const history *h, size_t most)
{
    const size_t n = h->n < most ? h->n : most;
    double sum = 0;
    for (size_t i = h->n - n; i < h->n; i++) sum += h->duration[i];
    return n > 0 ? sum / (double)n : 0;
}

static double use(const history *h, size_t lambda)
{
    const size_t n = h->n < 4 * lambda ? h->n : 4 * lambda;
    double work = 0, time = 0;
    for (size_t c = 0; c < n / lambda; c++) {
        double load[PLACES] = {0}, most = 0;
        for (size_t k = 0; k < lambda; k++) {
            const double length = h->duration[h->n - n + c * lambda + k];
            size_t least = 0;
            for (size_t i = 0; i < h->places; i++)
                if (load[i] < load[least]) least = i;
            load[least] += length;
            work += length;
        }
        for (size_t i = 0; i < h->places; i++) most = fmax(most, load[i]);
        time += most;
    }
    return time > 0 ? work / ((double)h->places * time) : 1;
}

static double longest(const history *h, double now)
{
    double most = 0;
    for (size_t i = 0; i < h->busy; i++) most = fmax(most, now - h->began[i]);
    return most;
}

static double uniform(uint64_t *random)
{
    return (double)run_random(random) * 0x1p-32;
}

/* law 0: nearly constant; 1: between a half and three halves; 2: one in ten takes ten times as
 * long. */
static double draw(int law, uint64_t *random)
{
    const double u = uniform(random);
    return law == 0 ? 0.95 + 0.1 * u : law == 1 ? 0.5 + u : u < 0.1 ? 10 : 1;
}

/* Counts how often the answer was to wait, and how often waiting ended by a long evaluation. */
typedef struct counts {
    size_t waits, released, decided;
} counts;

static counts follow(int law, size_t lambda, size_t dim, size_t places, uint64_t seed)
{
    history h = {.places = places, .hold = true};
    nes_traffic t = {.popsize = lambda, .dim = dim, .run = 1};
    counts c = {0};
    double now = 0, end[PLACES], again;
    nes_pace *pace;
    bool refill;
    assert_int_equal(nes_pace_create(&pace, places, NULL), NES_OK);
    for (uint64_t next = 0; h.n < MOST;) {
        bool before = h.hold;
        while (h.busy < places) {
            const double most = 2 * mean_of_last(&h, 4 * lambda);
            const size_t known = h.n < 4 * lambda ? h.n : 4 * lambda;
            bool want = !h.hold || t.of_run + t.arrived < lambda;
            if (!want && 2 * known >= lambda && longest(&h, now) >= most) h.hold = false;
            want = want || !h.hold;
            assert_int_equal(nes_pace_refill(pace, &t, now, &refill, &again), NES_OK);
            assert_int_equal(refill, want);
            c.released += before && !h.hold;
            before = h.hold;
            if (!refill) break;
            assert_true(again == INFINITY);
            h.id[h.busy] = next;
            h.run[h.busy] = t.run;
            h.began[h.busy] = now;
            end[h.busy++] = now + draw(law, &seed);
            assert_int_equal(nes_pace_begin(pace, next++, now), NES_OK);
            t.of_run++;
        }
        c.waits += h.busy < places;
        size_t first = 0;
        for (size_t i = 0; i < h.busy; i++)
            if (end[i] < end[first]) first = i;
        if (h.busy < places && again < end[first]) {
            now = again; /* not before: nothing changes until then */
            continue;
        }
        now = end[first];
        h.duration[h.n++] = now - h.began[first];
        assert_int_equal(nes_pace_end(pace, h.id[first], now), NES_OK);
        const bool own = h.run[first] == t.run;
        h.busy--;
        h.run[first] = h.run[h.busy];
        h.id[first] = h.id[h.busy];
        h.began[first] = h.began[h.busy];
        end[first] = end[h.busy];
        t.of_run -= own;
        t.arrived += own;
        if (t.arrived < lambda) continue;
        t.arrived = 0;
        t.updates++;
        h.hold = use(&h, lambda) >= (lambda <= 8 * dim ? 0.8 : 0.65) &&
                 !(longest(&h, now) > 2 * mean_of_last(&h, 4 * lambda));
        c.decided += !h.hold;
        if (run_random(&seed) % 50 > 0) continue;
        t.run++; /* a restart: points under way are those of another run */
        t.of_run = 0;
        h.hold = true;
    }
    nes_pace_destroy(pace);
    return c;
}

static void test_formula(void **state)
{
    (void)state;
    counts all = {0};
    for (size_t places = 1; places <= PLACES; places += 3)
        for (int law = 0; law < 3; law++) {
            const counts a = follow(law, 10, 10, places, 7 + places);
            const counts b = follow(law, 12, 1, places, 9 + places);
            all.waits += a.waits + b.waits;
            all.released += a.released + b.released;
            all.decided += a.decided + b.decided;
            if (law == 0 && places == 10) assert_int_equal(a.decided + a.released, 0);
            if (law == 2 && places == 10) assert_true(a.decided > 300);
        }
    assert_true(all.waits > 100);
    assert_true(all.released > 20);
}

/* A place that waits is let go when an evaluation has lasted twice the mean, not before. */
static void test_moment(void **state)
{
    const nes_traffic full = {.popsize = 4, .dim = 2, .run = 1, .of_run = 1, .arrived = 3};
    nes_pace *pace;
    bool refill;
    double again;
    (void)state;
    assert_int_equal(nes_pace_create(&pace, 2, NULL), NES_OK);
    for (uint64_t id = 0; id < 3; id++) {
        assert_int_equal(nes_pace_begin(pace, id, 10), NES_OK);
        assert_int_equal(nes_pace_end(pace, id, 12), NES_OK);
    }
    assert_int_equal(nes_pace_begin(pace, 5, 12), NES_OK);
    assert_int_equal(nes_pace_begin(pace, 5, 12), NES_ERR_ID);
    assert_int_equal(nes_pace_end(pace, 6, 12), NES_ERR_ID);
    assert_int_equal(nes_pace_refill(pace, &full, 15.9, &refill, &again), NES_OK);
    assert_false(refill);
    assert_true(again == 16);
    assert_int_equal(nes_pace_refill(pace, &full, 16, &refill, &again), NES_OK);
    assert_true(refill);
    nes_pace_destroy(pace);
    nes_pace_destroy(NULL);
    assert_int_equal(nes_pace_create(&pace, 0, NULL), NES_ERR_VALUE);
    assert_int_equal(nes_pace_refill(NULL, &full, 0, &refill, &again), NES_ERR_ARGUMENT);
}

/* A larger population looks back further, as far as was kept. */
static void test_growing_population(void **state)
{
    nes_traffic t = {.popsize = 2, .dim = 9, .run = 1};
    nes_pace *pace;
    bool refill;
    double again;
    (void)state;
    assert_int_equal(nes_pace_create(&pace, 3, NULL), NES_OK);
    for (uint64_t id = 0; id < 100; id++) {
        assert_int_equal(nes_pace_refill(pace, &t, (double)id, &refill, &again), NES_OK);
        assert_true(refill);
        assert_int_equal(nes_pace_begin(pace, id, (double)id), NES_OK);
        assert_int_equal(nes_pace_end(pace, id, (double)id + 1 + (double)(id % 2)), NES_OK);
        if (id == 50) t.popsize = 20;
    }
    assert_int_equal(nes_pace_begin(pace, 200, 100), NES_OK);
    t.arrived = 19;
    t.of_run = 1;
    assert_int_equal(nes_pace_refill(pace, &t, 100, &refill, &again), NES_OK);
    assert_within(again, 100 + 2 * 1.5, 0.1);
    nes_pace_destroy(pace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_formula),
                                       cmocka_unit_test(test_moment),
                                       cmocka_unit_test(test_growing_population)};
    return cmocka_run_group_tests_name("pace", tests, NULL, NULL);
}
