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

#include "lab.h"
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

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The seed of a run, as docs/bench.md defines it. */
static uint64_t seed_of(uint64_t seed, uint64_t f, uint64_t d, uint64_t i, uint64_t r)
{
    const uint64_t words[] = {f, d, i, r};
    uint64_t z = seed;
    for (int k = 0; k < 4; k++) z = mix(z + words[k] * UINT64_C(0x9e3779b97f4a7c15));
    return z;
}

/* What the runs replayed here have in common. */
typedef struct replay {
    const char *format; /* of the ids */
    uint64_t seed;
    double budget, precision;
} replay;

static nes_opt *start_run(const replay *how, const nes_problem *p, uint64_t seed)
{
    const size_t dim = nes_problem_dim(p);
    double x0[8];
    nes_opt *o = NULL;
    nes_settings s;
    nes_problem_start(p, x0);
    nes_settings_default(&s);
    s.method = "xnes";
    s.popsize = 9;
    s.seed = seed;
    s.sigma = nes_problem_sigma(p);
    s.max_evals = (uint64_t)(how->budget * (double)dim);
    s.noisy = nes_problem_noisy(p) ? "yes" : "no";
    assert_int_equal(nes_create(&o, dim, x0, &s), NES_OK);
    return o;
}

/* The same run, point by point: as many evaluations, the same best value without noise. */
static void check_run(const replay *how, const entry *e, size_t i, uint64_t run)
{
    char id[64], text[32], want[32];
    nes_problem *p;
    double best = INFINITY;
    unsigned long evaluations = 0;
    snprintf(id, sizeof id, how->format, e->function, e->instance[i], e->dim);
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    const uint64_t seed = seed_of(how->seed, e->function, e->dim, e->instance[i], run);
    nes_noise noise = {NES_NOISE_OWN, mix(seed + UINT64_C(0x9e3779b97f4a7c15)), 0};
    const double target = nes_problem_optimum(p) + how->precision;
    nes_opt *o = start_run(how, p, seed);
    while (nes_stopped(o) == NES_RUNNING && best > target) {
        nes_points points;
        assert_int_equal(nes_ask(o, &points), NES_OK);
        for (size_t k = 0; k < points.n; k++, evaluations++) {
            const double *x = points.x + k * points.dim;
            best = fmin(best, nes_problem_value(p, x));
            nes_problem_noisy_values(p, &noise, 1, x, &points.f[k]);
        }
        assert_int_equal(nes_tell(o, points.n, points.f), NES_OK);
    }
    assert_int_equal(evaluations, e->evaluations[i]);
    snprintf(text, sizeof text, "%.1e", fmax(0, best - nes_problem_optimum(p)));
    snprintf(want, sizeof want, "%.1e", e->best[i]);
    assert_string_equal(text, want);
    nes_destroy(o);
    nes_problem_destroy(p);
}

/* The .info file of a function, all its entries and runs. */
static void check_function(const char *folder, const replay *how, const entry *want, unsigned f)
{
    char name[128];
    snprintf(name, sizeof name, "%s/bbobexp_f%u.info", folder, f);
    char *text = folder_read(name), *rest = text;
    for (int d = 0; d < 2; d++) {
        assert_non_null(rest);
        const entry e = read_entry(&rest);
        assert_string_equal(e.suite, want->suite);
        assert_string_equal(e.algorithm, "xnes");
        assert_int_equal(e.function, f);
        assert_int_equal(e.dim, d == 0 ? 2 : 5);
        assert_true(e.precision == how->precision);
        assert_int_equal(e.n, want->n);
        check_entry(folder, &e);
        for (size_t i = 0; i < e.n; i++) {
            assert_int_equal(e.instance[i], want->instance[i]);
            assert_true((double)e.evaluations[i] <= floor(how->budget * e.dim));
            check_run(how, &e, i, i % 2 + 1);
        }
    }
    assert_null(rest);
    free(text);
}

static void test_folder(void **state)
{
    (void)state;
    const replay how = {"bbob_f%03u_i%02u_d%02u", 5, 120.5, 1e-3};
    const entry want = {.suite = "bbob", .n = 4, .instance = {1, 1, 3, 3}};
    assert_int_equal(
        bench("bbob --method xnes --functions 20,1,8 --dims 5,2 --instances 1,3 --runs "
              "2 --budget 120.5 --precision 1e-3 --seed 5 --popsize 9 --jobs 3 --out "
              "a/b/xnes --quiet"),
        EXIT_OK);
    check_function("a/b/xnes", &how, &want, 1);
    check_function("a/b/xnes", &how, &want, 8);
    check_function("a/b/xnes", &how, &want, 20);
    assert_int_equal(access("a/b/xnes/tasks.db", F_OK), -1);
    assert_int_equal(access("a/b/xnes/summary.txt", F_OK), 0);
}

/* Every kind of noise; the precision is judged on values that the optimiser never sees. */
static void test_noisy_folder(void **state)
{
    (void)state;
    const replay how = {"bbob_noisy_f%03u_i%02u_d%02u", 7, 150, 0.1};
    const entry want = {.suite = "bbob-noisy", .n = 4, .instance = {2, 2, 15, 15}};
    assert_int_equal(
        bench("bbob-noisy --method xnes --functions 101,108,130 --dims 2,5 --instances "
              "2,15 --runs 2 --budget 150 --precision 0.1 --seed 7 --popsize 9 --out n "
              "--quiet"),
        EXIT_OK);
    check_function("n", &how, &want, 101);
    check_function("n", &how, &want, 108);
    check_function("n", &how, &want, 130);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folder, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_noisy_folder, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
