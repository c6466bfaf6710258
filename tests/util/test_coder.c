/* SPDX-License-Identifier: MIT
 *
 * Numbers to bytes and back: the same walk counts, writes and reads; every bit survives; input that
 * ends early or makes no sense is noticed and nothing is read behind its end. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "util/coder.h"

typedef struct sample {
    uint64_t counts[3];
    size_t size;
    bool flags[2];
    double reals[9];
    char text[16];
} sample;

static void walk(nes_coder *c, sample *s)
{
    for (size_t i = 0; i < 3; i++) nes_code_count(c, &s->counts[i]);
    nes_code_size(c, &s->size);
    for (size_t i = 0; i < 2; i++) nes_code_flag(c, &s->flags[i]);
    nes_code_real(c, &s->reals[0]);
    nes_code_reals(c, s->reals + 1, 8);
    nes_code_text(c, s->text, sizeof s->text);
}

static double from_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static sample awkward(void)
{
    sample s;
    memset(&s, 0, sizeof s);
    s.counts[1] = 1;
    s.counts[2] = UINT64_MAX;
    s.size = SIZE_MAX / 16;
    s.flags[1] = true;
    const double reals[] = {0.0,
                            -0.0,
                            DBL_MAX,
                            -DBL_MIN,
                            0x1p-1074,
                            INFINITY,
                            -INFINITY,
                            from_bits(0x7ff80000006e6573u),
                            from_bits(0xfff8000000000001u)};
    memcpy(s.reals, reals, sizeof reals);
    strcpy(s.text, "fifteen letters");
    return s;
}

static unsigned char *written(size_t *size)
{
    sample s = awkward();
    nes_coder c = {0};
    walk(&c, &s);
    *size = c.used;
    unsigned char *bytes = dense_room(c.used, 1);
    c = (nes_coder){.out = bytes, .size = c.used};
    walk(&c, &s);
    assert_int_equal(c.used, *size);
    assert_false(c.bad);
    return bytes;
}

static void test_round_trip(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = written(&size);
    sample want = awkward(), got;
    memset(&got, 0, sizeof got);
    memset(got.text, '#', sizeof got.text);
    nes_coder c = {.in = bytes, .size = size};
    walk(&c, &got);
    assert_false(c.bad);
    assert_int_equal(c.used, size);
    assert_memory_equal(got.counts, want.counts, sizeof want.counts);
    assert_int_equal(got.size, want.size);
    assert_memory_equal(got.flags, want.flags, sizeof want.flags);
    assert_same_reals(9, got.reals, want.reals);
    assert_string_equal(got.text, want.text);
    free(bytes);
}

/* Little-endian words, whatever the machine. */
static void test_layout(void **state)
{
    (void)state;
    unsigned char bytes[16];
    uint64_t count = 0x0102030405060708u;
    double one = 1;
    nes_coder c = {.out = bytes, .size = 16};
    nes_code_count(&c, &count);
    nes_code_real(&c, &one);
    assert_memory_equal(bytes, "\x08\x07\x06\x05\x04\x03\x02\x01\0\0\0\0\0\0\xf0\x3f", 16);
}

/* Each prefix in a block of its own, so that a sanitiser sees a read behind its end. */
static void test_every_truncation(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = written(&size);
    for (size_t n = 0; n < size; n++) {
        unsigned char *prefix = dense_room(n, 1);
        sample got = awkward();
        memcpy(prefix, bytes, n);
        nes_coder c = {.in = prefix, .size = n};
        walk(&c, &got);
        assert_true(c.bad);
        assert_true(c.used <= n);
        assert_true(strlen(got.text) < sizeof got.text);
        free(prefix);
    }
    free(bytes);
}

static bool refused(uint64_t word, void (*code)(nes_coder *c))
{
    unsigned char bytes[32];
    nes_coder c = {.out = bytes, .size = 8};
    memset(bytes, 'x', sizeof bytes);
    nes_code_count(&c, &word);
    c = (nes_coder){.in = bytes, .size = sizeof bytes};
    code(&c);
    return c.bad;
}

static void read_flag(nes_coder *c)
{
    bool flag = false;
    nes_code_flag(c, &flag);
}

static void read_size(nes_coder *c)
{
    size_t size = 0;
    nes_code_size(c, &size);
    if (c->bad) assert_int_equal(size, 0);
}

static void read_text(nes_coder *c)
{
    char text[5] = "####";
    nes_code_text(c, text, sizeof text);
    if (c->bad) assert_string_equal(text, "");
}

static void test_nonsense(void **state)
{
    (void)state;
    assert_false(refused(0, read_flag) || refused(1, read_flag));
    assert_true(refused(2, read_flag) && refused(UINT64_MAX, read_flag));
    assert_false(refused(SIZE_MAX / 16, read_size));
    assert_true(refused(SIZE_MAX / 16 + 1, read_size) && refused(UINT64_MAX, read_size));
    assert_false(refused(0, read_text) || refused(4, read_text));
    assert_true(refused(5, read_text) && refused(UINT64_MAX, read_text));
}

/* Texts may be shown to a person: nothing in them moves a cursor or ends a line. */
static void test_unprintable(void **state)
{
    (void)state;
    for (int character = 0; character < 256; character++) {
        unsigned char bytes[16] = {1, [8] = (unsigned char)character};
        char text[4] = "###";
        nes_coder c = {.in = bytes, .size = sizeof bytes};
        nes_code_text(&c, text, sizeof text);
        assert_int_equal(c.bad, character < ' ' || character > '~');
        assert_int_equal(strlen(text), c.bad ? 0 : 1);
    }
}

/* Numbers of the wrong kind are refused by name and value, and so is a name that is there twice. */
static void test_kinds(void **state)
{
    (void)state;
    static const double reals[] = {-INFINITY, -1, 0, 1, 1e300, INFINITY, NAN};
    static const char *const taken[] = {
        [NES_CODED_REAL] = "yyyyyyy",   [NES_CODED_FINITE] = "nyyyynn",
        [NES_CODED_VALUE] = "yyyyyny",  [NES_CODED_LEVEL] = "yyyyyyn",
        [NES_CODED_LENGTH] = "nnyyyyn", [NES_CODED_RATE] = "nnyyynn",
        [NES_CODED_WIDTH] = "nnnyynn"};
    for (nes_coded_kind kind = NES_CODED_REAL; kind <= NES_CODED_WIDTH; kind++)
        for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
            unsigned char bytes[8];
            double v = reals[i];
            nes_coder c = {.out = bytes, .size = sizeof bytes};
            nes_code_real(&c, &v);
            c = (nes_coder){.in = bytes, .size = sizeof bytes};
            nes_code_row(&c, "lot", kind, &v, 1);
            assert_int_equal(c.bad, taken[kind][i] == 'n');
            assert_true((strstr(c.reason, "number 1 of the lot is") != NULL) == c.bad);
        }
}

static void test_twice(void **state)
{
    (void)state;
    struct pair {
        uint64_t a, b;
    } object = {3, UINT64_MAX};
    nes_coded table[2] = {NES_CODED(COUNT, struct pair, "a", a),
                          NES_CODED(COUNT, struct pair, "b", b)};
    unsigned char bytes[64];
    nes_coder c = {.out = bytes, .size = sizeof bytes};
    nes_code_fields(&c, 2, table, &object);
    const size_t size = c.used;
    c = (nes_coder){.in = bytes, .size = size};
    nes_code_fields(&c, 2, table, &object);
    assert_string_equal(c.reason, "'b' is 18446744073709551615, but at most 9007199254740992");
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == 'b') bytes[i] = 'a';
    c = (nes_coder){.in = bytes, .size = size};
    nes_code_fields(&c, 2, table, &object);
    assert_string_equal(c.reason, "field 'a' is there twice");
}

/* FNV-1a, 64 bits, by its published answers. */
static void test_checksum(void **state)
{
    (void)state;
    assert_true(nes_checksum((const unsigned char *)"", 0) == 0xcbf29ce484222325u);
    assert_true(nes_checksum((const unsigned char *)"a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(nes_checksum((const unsigned char *)"foobar", 6) == 0x85944171f73967e8u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_unprintable),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_checksum),
    };
    return cmocka_run_group_tests_name("coder", tests, NULL, NULL);
}
