/* SPDX-License-Identifier: MIT
 *
 * The order of asks and values that a folder has: it is followed to its end, what it lacks is told
 * last or refused, and what comes then is written behind it. */
#include "store/arrival_log.h"

#include "error_rig.h"
#include "store/changes.h"
#include "store_rig.h"

enum { DIM = 2, N = 4 };

static const double X[N][DIM] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};

/* Point k, whose id is not its round. */
static nes_points point(size_t k)
{
    static uint64_t id[N] = {10, 11, 12, 13};
    return (nes_points){.n = 1, .dim = DIM, .x = X[k], .id = &id[k]};
}

/* A folder in which three points were asked for, of which the values of the first two are there. */
static store *make_folder(void)
{
    store *s = rig_create("run");
    assert_int_equal(store_use_arrivals(s), 0);
    changes_begin(s);
    for (size_t k = 0; k < 3; k++) {
        const nes_points p = point(k);
        assert_int_equal(store_add_points(s, k + 1, 1, &p), 0);
        const eval_record r = eval_measured(p.id[0], (double)k);
        if (k < 2) assert_int_equal(store_set_record(s, k + 1, &r), 0);
    }
    return s;
}

static void arrive(store *s, uint64_t number, uint64_t round, uint64_t asked)
{
    assert_int_equal(store_add_arrival(s, &(store_arrival){number, round, asked}), 0);
}

/* The evaluator behind: it takes points, and gives nothing. */
typedef struct behind {
    size_t n;
    uint64_t id;
} behind;

static size_t take(void *self, size_t n, const uint64_t *id, const double *x)
{
    behind *b = self;
    (void)x;
    b->n += n;
    b->id = id[n - 1];
    return n;
}

static size_t give_none(void *self, double seconds, size_t room, eval_record *to)
{
    (void)self, (void)seconds, (void)room, (void)to;
    return 0;
}

static void assert_next(arrival_log *log, bool more, bool ask)
{
    bool is = false;
    assert_true(arrival_log_next(log, &is) == more);
    if (more) assert_true(is == ask);
}

static void ask(arrival_log *log, evaluator *e, size_t k)
{
    const nes_points p = point(k);
    assert_int_equal(arrival_log_ask(log, 1, &p), 0);
    assert_int_equal(e->submit(e->self, 1, p.id, p.x), 1);
}

static int collect_arrival(const store_arrival *a, void *data)
{
    uint64_t(*to)[3] = data;
    assert_true(a->number >= 1 && a->number <= N);
    to[a->number - 1][0] = a->number;
    to[a->number - 1][1] = a->round;
    to[a->number - 1][2] = a->asked;
    return 0;
}

/* The second value came first, when all had been asked for; the place of the other one is lost. */
static void the_order_is_followed(void **state)
{
    (void)state;
    store *s = make_folder();
    arrival_log *log;
    behind b = {.n = 0};
    const evaluator inner = {.submit = take, .collect = give_none, .self = &b};
    evaluator e;
    eval_record r;
    uint64_t seen[N][3] = {{0}};
    arrive(s, 1, 2, 3);
    assert_int_equal(arrival_log_open(&log, s, 0, 0), 0);
    assert_null(arrival_log_points(log));
    arrival_log_front(log, &e, &inner);
    for (size_t k = 0; k < 3; k++) {
        assert_next(log, true, true);
        ask(log, &e, k);
    }
    assert_true(b.n == 1 && b.id == 12); /* whose value is not there */
    assert_next(log, true, false);
    assert_int_equal(e.collect(e.self, 0, 8, &r), 1);
    assert_true(r.id == 11 && r.f == 1);
    assert_next(log, false, false);
    assert_int_equal(e.collect(e.self, 0, 8, &r), 1);
    assert_true(r.id == 10 && r.f == 0);
    assert_int_equal(e.collect(e.self, 0, 8, &r), 0);
    ask(log, &e, 3);
    const eval_record fresh = eval_measured(12, 7);
    assert_int_equal(arrival_log_write(log, 1, &fresh), 0);
    assert_int_equal(arrival_log_known(log), 2);
    assert_int_equal(store_each_arrival(s, 0, collect_arrival, seen), 0);
    static const uint64_t wanted[3][3] = {{1, 2, 3}, {2, 1, 3}, {3, 3, 4}};
    assert_memory_equal(seen, wanted, sizeof wanted);
    assert_int_equal(seen[3][0], 0);
    e.close(e.self);
    store_close(s);
}

/* A state that knows of two asks and of the value of the first: the other point is under way, and
 * its value is there. */
static void points_under_way_are_those_of_the_state(void **state)
{
    (void)state;
    store *s = make_folder();
    arrival_log *log;
    behind b = {.n = 0};
    const evaluator inner = {.submit = take, .collect = give_none, .self = &b};
    evaluator e;
    eval_record r;
    arrive(s, 1, 1, 2);
    arrive(s, 2, 2, 3);
    assert_int_equal(arrival_log_open(&log, s, 2, 1), 0);
    const nes_points *open = arrival_log_points(log);
    assert_true(open != NULL && open->n == 1 && open->dim == DIM && open->id[0] == 11);
    assert_memory_equal(open->x, X[1], sizeof X[1]);
    arrival_log_front(log, &e, &inner);
    assert_int_equal(e.submit(e.self, 1, open->id, open->x), 1);
    assert_int_equal(b.n, 0);
    assert_next(log, true, true);
    ask(log, &e, 2);
    assert_next(log, true, false);
    assert_int_equal(e.collect(e.self, 0, 8, &r), 1);
    assert_true(r.id == 11 && r.f == 1);
    assert_next(log, false, false);
    e.close(e.self);
    store_close(s);
}

static void another_course_is_refused(void **state)
{
    (void)state;
    store *s = make_folder();
    arrival_log *log;
    const char *said = error_begin();
    nes_points p = point(1); /* in the place of the first */
    assert_int_equal(arrival_log_open(&log, s, 0, 0), 0);
    assert_true(arrival_log_ask(log, 1, &p) != 0 && arrival_log_status(log) != 0);
    assert_non_null(strstr(said, "is not the one in run/run.db"));
    assert_next(log, false, false);
    arrival_log_close(log);
    store_close(s);
}

static void a_lost_value_is_refused(void **state)
{
    (void)state;
    store *s = make_folder();
    arrival_log *log;
    behind b = {.n = 0};
    const evaluator inner = {.submit = take, .collect = give_none, .self = &b};
    evaluator e;
    eval_record r;
    const char *said = error_begin();
    arrive(s, 1, 3, 3);
    assert_int_equal(arrival_log_open(&log, s, 0, 0), 0);
    arrival_log_front(log, &e, &inner);
    for (size_t k = 0; k < 3; k++) ask(log, &e, k);
    assert_next(log, true, false);
    assert_int_equal(e.collect(e.self, 0, 8, &r), 0);
    assert_true(arrival_log_status(log) != 0);
    assert_non_null(strstr(said, "run/run.db lacks the value of round 3"));
    e.close(e.self);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_order_is_followed),
        IN_FOLDER(points_under_way_are_those_of_the_state),
        IN_FOLDER(another_course_is_refused),
        IN_FOLDER(a_lost_value_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
