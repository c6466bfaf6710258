/* SPDX-License-Identifier: MIT
 *
 * Saved runs: what is damaged, cut short, foreign or of another version is refused with a sentence,
 * and even data with a right checksum and wrong fields does no harm. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/variants.h"
#include "util/coder.h"

enum { HEADER = 24 };

/* Runs of every kind, in the middle of a generation. */
static run_saved example(size_t m, size_t v)
{
    const nes_settings s = variant_settings(v, nes_method_at(m));
    nes_opt *o = run_start(VARIANT_DIM, variant_start(&s), &s);
    nes_points p;
    run_steps(o, 6, variant_objective(v), NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const double f = 1.5;
    if (p.n > 1) assert_int_equal(nes_tell_some(o, 1, p.id + 1, &f), NES_OK);
    const run_saved saved = run_save(o);
    nes_destroy(o);
    return saved;
}

/* From a block of exactly that size, so that a sanitiser sees what is read beyond. */
static nes_status load(const void *data, size_t size, char *message)
{
    nes_opt *o = (nes_opt *)(uintptr_t)message;
    void *exact = malloc(size > 0 ? size : 1);
    assert_non_null(exact);
    memcpy(exact, data, size);
    const nes_status st = nes_load(&o, exact, size, NULL, message, NES_MESSAGE_SIZE);
    free(exact);
    assert_true((st == NES_OK) == (o != NULL));
    assert_true((st == NES_OK) == (message[0] == '\0'));
    nes_destroy(o);
    return st;
}

static void truncated(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    for (size_t m = 0; m < nes_method_count(); m++) {
        const run_saved s = example(m, 2);
        for (size_t n = 0; n < s.size; n += SLOWER) {
            const nes_status st = load(s.data, n, message);
            assert_int_equal(st, n < 8 ? NES_ERR_FOREIGN : NES_ERR_DAMAGED);
        }
        run_assert_has(message, "truncated");
        assert_int_equal(load(s.data, s.size, message), NES_OK);
        free(s.data);
    }
}

static void every_byte_counts(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    const run_saved s = example(0, 2);
    for (size_t i = 0; i < s.size; i += SLOWER)
        for (unsigned flip = 1; flip < 256; flip = flip == 1 ? 0x80 : flip == 0x80 ? 0xff : 256) {
            s.data[i] = (unsigned char)(s.data[i] ^ flip);
            const nes_status st = load(s.data, s.size, message);
            assert_true(st == NES_ERR_DAMAGED || st == NES_ERR_FOREIGN);
            s.data[i] = (unsigned char)(s.data[i] ^ flip);
        }
    assert_int_equal(load(s.data, s.size, message), NES_OK);
    free(s.data);
}

static void close_with_checksum(run_saved s)
{
    nes_coder c = {.out = s.data, .size = s.size, .used = s.size - 8};
    uint64_t sum = nes_checksum(s.data, s.size - 8);
    nes_code_count(&c, &sum);
}

static void foreign(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    static const char zeros[100];
    assert_int_equal(load("", 0, message), NES_ERR_FOREIGN);
    assert_int_equal(load(zeros, sizeof zeros, message), NES_ERR_FOREIGN);
    assert_int_equal(load("SQLite format 3 and so on, some text", 36, message), NES_ERR_FOREIGN);
    run_assert_has(message, "not a saved run of libnes");
    const run_saved s = example(1, 0);
    s.data[8]++;
    close_with_checksum(s);
    assert_int_equal(load(s.data, s.size, message), NES_ERR_FOREIGN);
    run_assert_has(message, "format 5");
    run_assert_has(message, "reads formats 2 to 4");
    free(s.data);
}

static void too_little_space(void **state)
{
    (void)state;
    nes_opt *o = run_start(3, NULL, NULL);
    const size_t size = nes_save_size(o);
    unsigned char *buffer = malloc(size), *same = malloc(size);
    size_t written = 77;
    assert_true(buffer != NULL && same != NULL);
    memset(buffer, 0x5a, size);
    memset(same, 0x5a, size);
    for (size_t n = 0; n < size; n++)
        assert_int_equal(nes_save(o, buffer, n, &written), NES_ERR_SPACE);
    assert_memory_equal(buffer, same, size);
    assert_int_equal(written, 77);
    assert_int_equal(nes_save(o, buffer, size, NULL), NES_OK);
    free(buffer);
    free(same);
    nes_destroy(o);
}

static int stop_at_once(nes_opt *o, void *user)
{
    (void)o;
    ++*(int *)user;
    return 1;
}

/* What a run is comes from the data; how it is driven comes from the caller. */
static void driver_settings(void **state)
{
    (void)state;
    const run_saved s = example(0, 6);
    int calls = 0;
    allocations a = {0};
    nes_settings user = run_settings("snes");
    nes_opt *o = NULL;
    user.jobs = 3;
    user.progress = stop_at_once;
    user.progress_user = &calls;
    user.allocator = allocator_of(&a);
    assert_int_equal(nes_load(&o, s.data, s.size, &user, NULL, 0), NES_OK);
    assert_true(a.live > 0);
    assert_string_equal(nes_get_settings(o)->method, "xnes");
    assert_true(nes_get_settings(o)->maximize);
    run_assert_real(nes_get_settings(o)->utilities[5], -0.5);
    assert_int_equal(nes_get_settings(o)->jobs, 3);
    assert_int_equal(nes_run(o, run_sphere, NULL), NES_OK);
    assert_int_equal(calls, 1);
    const run_saved stopped = run_save(o);
    nes_destroy(o);
    assert_int_equal(a.live, 0);
    o = run_load(stopped); /* a stopped run stays stopped */
    assert_int_equal(nes_stopped(o), NES_STOP_USER);
    nes_destroy(o);
    free(s.data);
    free(stopped.data);
}

/* Damages some bytes or words behind the header. */
static void damage(run_saved s, uint64_t *random)
{
    static const uint64_t words[] = {0,
                                     1,
                                     2,
                                     7,
                                     200,
                                     255,
                                     1ull << 31,
                                     1ull << 32,
                                     1ull << 53,
                                     1ull << 63,
                                     UINT64_MAX,
                                     0x7ff8000000000000u,
                                     0x7ff0000000000000u,
                                     0xfff0000000000000u,
                                     1ull << 60};
    for (uint64_t n = 1 + run_random(random) % 4; n > 0; n--) {
        const size_t at = HEADER + (size_t)(run_random(random) % (s.size - 8 - HEADER));
        if (run_random(random) % 2) {
            s.data[at] = (unsigned char)run_random(random);
        } else if (at + 16 <= s.size) {
            uint64_t w = words[run_random(random) % (sizeof words / sizeof *words)];
            nes_coder c = {.out = s.data, .size = s.size, .used = at};
            nes_code_count(&c, &w);
        }
    }
    close_with_checksum(s);
}

/* Whatever could be loaded can be used. */
static void use(nes_opt *o)
{
    nes_points p;
    for (int t = 0; t < 4 && nes_stopped(o) == NES_RUNNING; t++) {
        if (nes_ask(o, &p) != NES_OK) break;
        for (size_t k = 0; k < p.n; k++) p.f[k] = run_sphere(p.dim, p.x + k * p.dim, NULL);
        if (nes_tell(o, p.n, p.f) != NES_OK) break;
    }
    run_result(o);
    const run_saved s = run_save(o);
    free(s.data);
}

static void wrong_fields(void **state)
{
    (void)state;
    uint64_t random = 3;
    allocations a = {.limit = 16 << 20};
    nes_settings user = run_settings("auto");
    size_t loaded = 0, refused = 0;
    user.allocator = allocator_of(&a);
    for (size_t i = 0; i < nes_method_count() * VARIANT_COUNT; i++) {
        const run_saved s = example(i / VARIANT_COUNT, i % VARIANT_COUNT);
        unsigned char *intact = malloc(s.size);
        assert_non_null(intact);
        memcpy(intact, s.data, s.size);
        for (int t = 0; t < 400 / SLOWER; t++) {
            nes_opt *o = NULL;
            damage(s, &random);
            const nes_status st = nes_load(&o, s.data, s.size, &user, NULL, 0);
            if (st == NES_OK) {
                loaded++;
                use(o);
                nes_destroy(o);
            } else {
                refused++;
                assert_true(st == NES_ERR_DAMAGED || st == NES_ERR_FOREIGN || st == NES_ERR_MEMORY);
                assert_null(o);
            }
            assert_int_equal(a.live, 0);
            memcpy(s.data, intact, s.size);
        }
        free(intact);
        free(s.data);
    }
    assert_true(loaded > 100 && refused > 100);
}

/* A longer body than its fields need is no saved run either; a longer buffer is fine. */
static void spare_bytes(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    const run_saved s = example(3, 1);
    run_saved t = {calloc(1, s.size + 8), s.size + 8};
    assert_non_null(t.data);
    memcpy(t.data, s.data, s.size);
    assert_int_equal(load(t.data, t.size, message), NES_OK);
    nes_coder c = {.out = t.data, .size = t.size, .used = 16};
    uint64_t total = t.size;
    nes_code_count(&c, &total);
    close_with_checksum(t);
    assert_int_equal(load(t.data, t.size, message), NES_ERR_DAMAGED);
    run_assert_has(message, "fields");
    free(s.data);
    free(t.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated),       cmocka_unit_test(every_byte_counts),
        cmocka_unit_test(foreign),         cmocka_unit_test(too_little_space),
        cmocka_unit_test(driver_settings), cmocka_unit_test(wrong_fields),
        cmocka_unit_test(spare_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
