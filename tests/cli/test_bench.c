/* SPDX-License-Identifier: MIT
 *
 * The folder of a bench, read by a reader of its own that insists on everything COCO's
 * post-processing relies on, and compared with runs done here by the library alone. */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "nes/nes.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/folder.h"

enum { RUNS = 16, ARGUMENTS = 32 };

/* What one entry of an .info file says, and the data files after it. */
typedef struct entry {
    char suite[32], algorithm[64], logger[32], format[32], file[128];
    unsigned function, dim;
    double precision;
    size_t n;
    unsigned instance[RUNS];
    unsigned long evaluations[RUNS];
    double best[RUNS];
} entry;

/* Runs `nes bench` with the words of a line; its output is not looked at here. */
static int bench(const char *line)
{
    char copy[512], *arguments[ARGUMENTS] = {"bench"};
    int n = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(n < ARGUMENTS);
        arguments[n++] = word;
    }
    fflush(stdout);
    const int before = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    const int status = command_bench(n, arguments);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    close(nothing);
    return status;
}

/* The three lines of an entry at *text, which is moved to the next entry. */
static entry read_entry(char **text)
{
    entry e = {.n = 0};
    int used = 0;
    assert_int_equal(sscanf(*text,
                            "suite = '%31[^']', funcId = %u, DIM = %u, Precision = %lf, algId = "
                            "'%63[^']', coco_version = '%*[^']', logger = '%31[^']', data_format = "
                            "'%31[^']'\n%%\n%127[^,]%n",
                            e.suite, &e.function, &e.dim, &e.precision, e.algorithm, e.logger,
                            e.format, e.file, &used),
                     8);
    char *s = *text + used;
    while (strncmp(s, ", ", 2) == 0) {
        assert_true(e.n < RUNS);
        assert_int_equal(
            sscanf(s, ", %u:%lu|%lf%n", &e.instance[e.n], &e.evaluations[e.n], &e.best[e.n], &used),
            3);
        s += used;
        e.n++;
    }
    assert_true(*s == '\0' || *s == '\n');
    *text = *s == '\0' ? NULL : s + 1;
    return e;
}

/* A data file: runs begin with %, all lines of a run have as many columns, evaluations grow, the
 * best value never gets worse. last and best: of each run. */
static size_t read_data(const char *path, bool first_is_one, unsigned long *last, double *best)
{
    char *text = folder_read(path);
    size_t n = 0, columns = 0;
    assert_true(text[0] == '%');
    assert_true(text[strlen(text) - 1] == '\n');
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (line[0] == '%') {
            assert_true(n < RUNS);
            assert_true(n == 0 || last[n - 1] > 0);
            last[n] = 0;
            best[n++] = INFINITY;
            columns = 0;
            continue;
        }
        unsigned long evaluations, constraints;
        double delta, value, best_value;
        size_t here = 1;
        assert_int_equal(sscanf(line, "%lu %lu %lf %lf %lf", &evaluations, &constraints, &delta,
                                &value, &best_value),
                         5);
        for (const char *c = line; *c != '\0'; c++) here += *c == ' ' ? 1 : 0;
        assert_true(columns == 0 || columns == here);
        if (columns == 0 && first_is_one) assert_int_equal(evaluations, 1);
        columns = here;
        assert_true(evaluations > last[n - 1] && delta <= best[n - 1] && delta >= 0);
        assert_true(constraints == 0 && best_value <= value);
        last[n - 1] = evaluations;
        best[n - 1] = delta;
    }
    free(text);
    return n;
}

/* Everything the post-processing asserts or warns of, for an entry below folder. */
static void check_entry(const char *folder, const entry *e)
{
    char dat[256], tdat[256], best[32], want[32];
    unsigned long last_dat[RUNS], last_tdat[RUNS];
    double best_dat[RUNS], best_tdat[RUNS];
    assert_string_equal(e->format, "bbob-new2");
    assert_string_equal(e->logger, e->suite);
    assert_true(strcmp(e->file + strlen(e->file) - 4, ".dat") == 0);
    snprintf(dat, sizeof dat, "%s/%s", folder, e->file);
    snprintf(tdat, sizeof tdat, "%s/%.*s.tdat", folder, (int)strlen(e->file) - 4, e->file);
    assert_int_equal(read_data(dat, true, last_dat, best_dat), e->n);
    assert_int_equal(read_data(tdat, true, last_tdat, best_tdat), e->n);
    for (size_t i = 0; i < e->n; i++) {
        assert_true(last_dat[i] <= last_tdat[i]);
        assert_int_equal(last_tdat[i], e->evaluations[i]);
        snprintf(best, sizeof best, "%.1e", best_tdat[i]);
        snprintf(want, sizeof want, "%.1e", e->best[i]);
        assert_string_equal(best, want);
    }
}

/* The seed of a run, as docs/bench.md defines it. */
static uint64_t seed_of(uint64_t seed, uint64_t f, uint64_t d, uint64_t i, uint64_t r)
{
    const uint64_t words[] = {f, d, i, r};
    uint64_t z = seed;
    for (int k = 0; k < 4; k++) {
        z += words[k] * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
    }
    return z;
}

/* The best value of an objective that is counted by the library. */
typedef struct seen {
    const nes_problem *problem;
    double best;
} seen;

static double value(size_t dim, const double *x, void *user)
{
    (void)dim;
    seen *s = user;
    const double f = nes_problem_value(s->problem, x);
    s->best = fmin(s->best, f);
    return f;
}

/* The same run by nes_run alone: as many evaluations, the same best value. */
static void check_run(const entry *e, size_t i, uint64_t run, double budget)
{
    char id[64], best[32], want[32];
    double x0[8];
    nes_problem *p;
    nes_opt *o = NULL;
    nes_result r;
    nes_settings s;
    snprintf(id, sizeof id, "bbob_f%03u_i%02u_d%02u", e->function, e->instance[i], e->dim);
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    nes_problem_start(p, x0);
    nes_settings_default(&s);
    s.method = "xnes";
    s.popsize = 9;
    s.seed = seed_of(5, e->function, e->dim, e->instance[i], run);
    s.sigma = nes_problem_sigma(p);
    s.max_evals = (uint64_t)(budget * e->dim);
    s.target = nes_problem_optimum(p) + 1e-3;
    assert_int_equal(nes_create(&o, e->dim, x0, &s), NES_OK);
    seen best_seen = {p, INFINITY};
    assert_int_equal(nes_run(o, value, &best_seen), NES_OK);
    assert_int_equal(nes_get_result(o, &r), NES_OK);
    assert_int_equal(r.evaluations, e->evaluations[i]);
    snprintf(best, sizeof best, "%.1e", fmax(0, best_seen.best - nes_problem_optimum(p)));
    snprintf(want, sizeof want, "%.1e", e->best[i]);
    assert_string_equal(best, want);
    nes_destroy(o);
    nes_problem_destroy(p);
}

static void test_folder(void **state)
{
    (void)state;
    static const unsigned functions[] = {1, 8, 20}, dims[] = {2, 5}, instances[] = {1, 1, 3, 3};
    assert_int_equal(
        bench("bbob --method xnes --functions 20,1,8 --dims 5,2 --instances 1,3 --runs "
              "2 --budget 120.5 --precision 1e-3 --seed 5 --popsize 9 --jobs 3 --out "
              "a/b/xnes --quiet"),
        EXIT_OK);
    for (int f = 0; f < 3; f++) {
        char name[64];
        snprintf(name, sizeof name, "a/b/xnes/bbobexp_f%u.info", functions[f]);
        char *text = folder_read(name), *rest = text;
        for (int d = 0; d < 2; d++) {
            assert_non_null(rest);
            const entry e = read_entry(&rest);
            assert_string_equal(e.suite, "bbob");
            assert_string_equal(e.algorithm, "xnes");
            assert_int_equal(e.function, functions[f]);
            assert_int_equal(e.dim, dims[d]);
            assert_true(e.precision == 1e-3);
            assert_int_equal(e.n, 4);
            check_entry("a/b/xnes", &e);
            for (size_t i = 0; i < 4; i++) {
                assert_int_equal(e.instance[i], instances[i]);
                assert_true(e.evaluations[i] <= floor(120.5 * dims[d]));
                check_run(&e, i, i % 2 + 1, 120.5);
            }
        }
        assert_null(rest);
        free(text);
    }
    assert_int_equal(access("a/b/xnes/.runs", F_OK), -1);
    assert_int_equal(access("a/b/xnes/summary.txt", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folder, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
