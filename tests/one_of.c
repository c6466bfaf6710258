/* SPDX-License-Identifier: MIT
 *
 * The program of a folder of tests: `test_opt bounds` runs tests/opt/test_bounds.c. Each file keeps
 * its main(), which is compiled under another name; NES_TEST_NAMES is a file with TEST(NAME) for
 * each. */
#include <stdio.h>
#include <string.h>

#define TEST(name) int nes_test_##name(void);
#include NES_TEST_NAMES
#undef TEST

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } tests[] = {
#define TEST(name) {#name, nes_test_##name},
#include NES_TEST_NAMES
    };
    const size_t n = sizeof tests / sizeof *tests;
    for (size_t i = 0; argc == 2 && i < n; i++)
        if (strcmp(tests[i].name, argv[1]) == 0) return tests[i].run();
    fprintf(stderr, "usage: %s TEST, one of\n", argv[0]);
    for (size_t i = 0; i < n; i++) fprintf(stderr, "  %s\n", tests[i].name);
    return 2;
}
