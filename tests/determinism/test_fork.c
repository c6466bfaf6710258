/* SPDX-License-Identifier: MIT
 *
 * A process that forks: threads do not exist in the child, but a handle that had some goes on there
 * to the same bytes, and can be saved and destroyed. So do the drivers. A child that hangs is ended
 * by an alarm. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opt/handle/opt.h"
#include "support/runs.h"

enum { DIM = 4099, STEPS = 3, PATIENCE = 60 };

static nes_opt *with_threads(uint64_t threads)
{
    nes_settings s = run_settings("snes");
    s.threads = threads;
    nes_opt *o = run_start(DIM, NULL, &s);
    assert_true((o->runs.team == NULL) == (threads == 1));
    return o;
}

/* What a child does; true: all is well. It must not fail by an assertion, which would go on with
 * the parent's tests. */
typedef bool (*child)(void *data);

static void in_child(child f, void *data)
{
    int status = -1;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        alarm(PATIENCE);
        _exit(f(data) ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status)) fail_msg("the child ended by signal %d", WTERMSIG(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

typedef struct handover {
    nes_opt *o;
    uint64_t wanted; /* fingerprint after STEPS steps more */
} handover;

static bool goes_on(void *data)
{
    const handover *h = data;
    for (int i = 0; i < STEPS; i++) {
        nes_points p;
        if (nes_ask(h->o, &p) != NES_OK) return false;
        for (size_t k = 0; k < p.n; k++) p.f[k] = run_sphere(p.dim, p.x + k * p.dim, NULL);
        if (nes_tell(h->o, p.n, p.f) != NES_OK) return false;
    }
    const bool same = nes_fingerprint(h->o) == h->wanted;
    const size_t size = nes_save_size(h->o);
    void *buffer = malloc(size);
    const bool saved = nes_save(h->o, buffer, size, NULL) == NES_OK;
    free(buffer);
    nes_destroy(h->o);
    return same && saved;
}

/* Directly after a call the threads still spin, may hold the lock, or go to sleep. */
static void the_child_goes_on(void **state)
{
    (void)state;
    nes_points p;
    nes_opt *one = with_threads(1), *many = with_threads(3);
    for (int i = 0; i < 6; i++) {
        run_step(one, run_sphere, NULL);
        run_step(many, run_sphere, NULL);
        if (i % 2 != 0) assert_int_equal(nes_ask(many, &p), NES_OK);
        nes_opt *ahead = run_copy(one);
        run_steps(ahead, STEPS, run_sphere, NULL);
        handover h = {many, nes_fingerprint(ahead)};
        in_child(goes_on, &h);
        nes_destroy(ahead);
    }
    assert_int_equal(nes_ask(one, &p), NES_OK);
    run_assert_same(one, many); /* the parent has its threads still */
    nes_destroy(one);
    nes_destroy(many);
}

static bool destroys(void *data)
{
    nes_destroy(data);
    return true;
}

typedef struct busy {
    nes_opt *o;
    atomic_bool enough;
} busy;

static void *work(void *data)
{
    busy *b = data;
    while (!atomic_load(&b->enough)) {
        nes_points p;
        nes_ask(b->o, &p);
        for (size_t k = 0; k < p.n; k++) p.f[k] = (double)k;
        nes_tell(b->o, p.n, p.f);
    }
    return NULL;
}

/* Another thread is in the middle of it. */
static void the_child_destroys_at_any_time(void **state)
{
    (void)state;
    pthread_t thread;
    busy b = {.o = with_threads(3)};
    assert_int_equal(pthread_create(&thread, NULL, work, &b), 0);
    for (int i = 0; i < 20; i++) in_child(destroys, b.o);
    atomic_store(&b.enough, true);
    pthread_join(thread, NULL);
    nes_destroy(b.o);
}

/* ---- a driver whose threads are gone ---- */

typedef struct driven {
    size_t generations;
    bool child;
    int failures;
} driven;

/* The child runs on to the end of nes_run; see below. */
static int forks(nes_opt *o, void *user)
{
    driven *d = user;
    int status = -1;
    (void)o;
    if (d->child || ++d->generations > 10) return 0;
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(PATIENCE);
        d->child = true;
        return 0;
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) d->failures++;
    return 0;
}

static void drivers_go_on(void **state)
{
    (void)state;
    driven d = {.generations = 0};
    nes_settings s = run_settings("xnes");
    s.max_gens = 30;
    nes_opt *one = run_start(5, NULL, &s);
    assert_int_equal(nes_run(one, run_sphere, NULL), NES_OK);
    s.jobs = 4;
    s.progress = forks;
    s.progress_user = &d;
    nes_opt *many = run_start(5, NULL, &s);
    const nes_status st = nes_run(many, run_sphere, NULL);
    const bool same = st == NES_OK && nes_fingerprint(one) == nes_fingerprint(many);
    if (d.child) {
        nes_destroy(one);
        nes_destroy(many);
        _exit(same ? 0 : 1);
    }
    assert_true(same);
    assert_int_equal(d.failures, 0);
    nes_destroy(one);
    nes_destroy(many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_child_goes_on),
        cmocka_unit_test(the_child_destroys_at_any_time),
        cmocka_unit_test(drivers_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
