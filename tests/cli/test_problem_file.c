/* SPDX-License-Identifier: MIT
 *
 * Problem files become options: each section, the words for yes and no, aliases, what the command
 * line overrides, and where later errors are said to come from. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/vector.h"
#include "problem_file_rig.h"

static void refuse(const char *text, const char *expected)
{
    attempt a;
    if (try_text(&a, text) != EXIT_USAGE) fail_msg("accepted: %s", text);
    if (strncmp(a.error, "nes: job.yaml:", 14) != 0 || strstr(a.error, expected) == NULL)
        fail_msg("%s\ngave: %s\nnot: %s", text, a.error, expected);
    problem_file_close(&a.j);
}

#define OBJECTIVE "objective: {expr: x1}\n"

static const char *array_of(const attempt *a, const char *name)
{
    return args_array_text(&a->options.arrays, name);
}

static void test_variables(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables:\n"
               "  temperature: {range: [20, 90], start: 40, std: 10}\n"
               "  free:\n"
               "  fixed: 3.5\n"
               "  short: [1e-3, .inf]\n"
               "  one_sided: {upper: -2}\n"
               "  w: {count: 2, range: [-1, 3]}\n" OBJECTIVE);
    assert_string_equal(a.options.objective.dim, "7");
    assert_string_equal(a.options.objective.names, "temperature,free,fixed,short,one_sided,w1,w2");
    assert_string_equal(array_of(&a, "lower"), "20,-inf,3.5,0.001,-inf,-1,-1");
    assert_string_equal(array_of(&a, "upper"), "90,inf,3.5,inf,-2,3,3");
    assert_string_equal(a.options.x0, "40,0,3.5,0.001,-2,1,1");
    assert_string_equal(array_of(&a, "std"), "10,1,1,1,1,1,1");
    assert_int_equal(a.j.variables, 7);
    assert_int_equal(a.j.variable[6]->line, 7);
    problem_file_close(&a.j);
}

static void test_groups(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables:\n"
               "  a: {group: left}\n"
               "  w: {count: 2, group: right}\n"
               "  free:\n"
               "  b: {range: [0, 1], group: left}\n"
               "  fixed: 3\n" OBJECTIVE);
    assert_string_equal(array_of(&a, "groups"), "0,1,1,3,0,5");
    problem_file_close(&a.j);
    refuse("variables: {a: {group: [b]}}\n" OBJECTIVE, "a: group must be a name");
}

/* What no variable says is left to the library. */
static void test_little_known(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables: {a: , b: }\n" OBJECTIVE);
    assert_string_equal(a.options.objective.names, "a,b");
    assert_null(array_of(&a, "lower"));
    assert_null(array_of(&a, "upper"));
    assert_null(array_of(&a, "std"));
    assert_null(a.options.x0);
    problem_file_close(&a.j);
}

static void test_names_of_a_count(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables: {x: {count: 3}, y: }\n" OBJECTIVE);
    assert_string_equal(a.options.objective.names, "x1,x2,x3,y");
    problem_file_close(&a.j);
    refuse("variables: {y: , x: {count: 3}}\n" OBJECTIVE, "1:18: 'x1' stands for another");
    refuse("variables: {w: {count: 3}, w2: 1}\n" OBJECTIVE, "1:28: 'w2' stands for another");
}

/* The start and the standard deviations that fill the gaps are those of the library: with them
 * given, the run is the same as without. */
static void test_gaps_are_the_librarys(void **state)
{
    (void)state;
    enum { N = 8 };
    const double inf = INFINITY;
    const double lower[N] = {2, -inf, 3, 1e-4, -inf, 1, 2, -2}, log[N] = {0, 0, 0, 1, 1, 0, 1, 0},
                 upper[N] = {9, inf, inf, 10, 0.25, 9, 50, inf},
                 integer[N] = {0, 0, 0, 0, 0, 1, 1, 1};
    nes_opt *o = NULL;
    nes_settings s;
    attempt a;
    accept(&a, "variables: {a: [2, 9], b: , c: {lower: 3}, d: {range: [1e-4, 10], log: yes},\n"
               "  e: {upper: 0.25, log: yes}, ff: {range: [1, 9], integer: yes},\n"
               "  g: {range: [2, 50], integer: yes, log: yes}, h: {lower: -2, integer: yes},\n"
               "  z: {start: 1, std: 2}}\n" OBJECTIVE);
    nes_settings_default(&s);
    s.method = "snes";
    nes_set_array(&s, "lower", N, lower);
    nes_set_array(&s, "upper", N, upper);
    nes_set_array(&s, "log", N, log);
    nes_set_array(&s, "integer", N, integer);
    assert_int_equal(nes_create(&o, N, NULL, &s), NES_OK);
    double mean[N], deviation[N], x0[N + 1], std[N + 1], factor[N * N];
    const char *bad;
    assert_int_equal(nes_get_array(o, "mean_x", N, mean), NES_OK);
    assert_int_equal(nes_get_array(o, "factor", N * N, factor), NES_OK);
    for (size_t i = 0; i < N; i++) deviation[i] = factor[i * N + i];
    assert_int_equal(vector_scan(a.options.x0, x0, N + 1, &bad), N + 1);
    assert_int_equal(vector_scan(array_of(&a, "std"), std, N + 1, &bad), N + 1);
    assert_all_relative(N, x0, mean, 1e-12);
    assert_all_relative(N, std, deviation, 1e-12);
    nes_destroy(o);
    problem_file_close(&a.j);
}

static void test_programs(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables: {a: }\n"
               "objective:\n  program: [./sim.py, --a, \"{a}\", 3, '']\n  timeout: 60\n"
               "  exit-codes: {0: ok, 3: worst}\n  template: [a.txt, b.txt]\n");
    char **command = a.options.objective.command;
    const char *const expected[] = {"./sim.py", "--a", "{a}", "3", ""};
    for (size_t i = 0; i < 5; i++) assert_string_equal(command[i], expected[i]);
    assert_null(command[5]);
    assert_false(a.options.objective.worker);
    assert_string_equal(a.options.objective.timeout, "60");
    assert_string_equal(a.options.objective.exit_codes, "0=ok,3=worst");
    assert_string_equal(a.options.objective.templates, "a.txt,b.txt");
    problem_file_close(&a.j);
    accept(&a, "variables: {a: }\nobjective: {worker: ./w.py -v 'two words', value_json: a.b}\n");
    assert_string_equal(a.options.objective.command[2], "two words");
    assert_true(a.options.objective.worker);
    assert_string_equal(a.options.objective.value_json, "a.b");
    problem_file_close(&a.j);
    accept(&a, "variables: {a: }\nobjective: {program: w, worker-json: yes}\n");
    assert_true(a.options.objective.worker_json);
    problem_file_close(&a.j);
}

static void test_options(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "objective: {problem: sphere_d2}\n"
               "options:\n  max-evals: 500\n  seed: 7\n  maximize: True\n  json: on\n  quiet: no\n"
               "  noisy: false\n  restart_agree: off\n  sigma: [1, 2]\n  utilities: [2, 1]\n");
    assert_int_equal(a.settings.max_evals, 500);
    assert_int_equal(a.settings.seed, 7);
    assert_true(a.settings.maximize);
    assert_true(a.options.json);
    assert_false(a.options.quiet);
    assert_string_equal(a.settings.noisy, "no");
    assert_string_equal(a.options.sigma, "1,2");
    assert_string_equal(array_of(&a, "utilities"), "2,1");
    problem_file_close(&a.j);
}

/* Every option of the tables can be given in a file. */
static void test_every_option(void **state)
{
    (void)state;
    for (const args_option *o = run_option_table; o->name != NULL; o++) {
        char text[256];
        attempt a;
        snprintf(text, sizeof text, "options: {%s: yes}\nobjective: {%s}\n", o->name,
                 strcmp(o->name, "problem") == 0 ? "timeout: 1" : "problem: sphere_d2");
        const bool second = strcmp(o->name, "expr") == 0 || strcmp(o->name, "c") == 0 ||
                            strcmp(o->name, "plugin") == 0 || strcmp(o->name, "by-hand") == 0;
        const bool twice = strcmp(o->name, "timeout") == 0;
        const int status = try_text(&a, text);
        if (status != (second ? EXIT_USAGE : 0) && !twice) fail_msg("%s: %s", o->name, a.error);
        problem_file_close(&a.j);
    }
}

static void test_command_line_wins(void **state)
{
    (void)state;
    attempt a;
    char run[] = "run", evals[] = "--max-evals=9", quiet[] = "--no-maximize", expr[] = "--expr",
         formula[] = "x2", lower[] = "--lower", zero[] = "0";
    char *argv[] = {run, evals, quiet, expr, formula, lower, zero, NULL};
    const char *text = "variables: {a: [1, 2], b: [3, 4]}\n"
                       "objective: {program: [./a, b], timeout: 3}\n"
                       "options: {max-evals: 500, maximize: yes, seed: 5}\n";
    if (try_line(&a, text, 7, argv) != 0) fail_msg("%s", a.error);
    assert_int_equal(a.settings.max_evals, 9);
    assert_false(a.settings.maximize);
    assert_int_equal(a.settings.seed, 5);
    assert_string_equal(a.options.objective.expr, "x2");
    assert_null(a.options.objective.command);
    assert_null(a.options.objective.timeout);
    assert_string_equal(array_of(&a, "lower"), "0");
    assert_string_equal(array_of(&a, "upper"), "2,4");
    problem_file_close(&a.j);
    char dashes[] = "--", other[] = "./other", *rest[] = {run, dashes, other, NULL};
    if (try_line(&a, text, 3, rest) != 0) fail_msg("%s", a.error);
    assert_string_equal(a.options.objective.command[0], "./other");
    assert_null(a.options.objective.timeout);
    problem_file_close(&a.j);
}

static void test_aliases(void **state)
{
    (void)state;
    attempt a;
    accept(&a, "variables: {a: &w {range: [-1, 1]}, b: *w, c: {range: &r [0, 2]}, d: *r}\n"
               "objective: {expr: &f x1}\noptions: {plot: *f}\n");
    assert_string_equal(array_of(&a, "lower"), "-1,-1,0,0");
    assert_string_equal(a.options.plot, "x1");
    problem_file_close(&a.j);
}

/* What an error looks like. */
static const char *error_text(const char *message)
{
    said_begin(STDERR_FILENO);
    text_error(EXIT_USAGE, "%s", message);
    return said_end();
}

/* An error that comes later begins with the line of what it is about, if that is in the file. */
static void test_origins(void **state)
{
    (void)state;
    static const struct {
        const char *message, *shown;
    } errors[] = {
        {"--timeout 60: too long", "nes: job.yaml:5:12: --timeout"},
        {"a list and --timeout", "nes: job.yaml:5:12: a list"},
        {"option 'max_evals' is odd", "nes: job.yaml:7:14: option"},
        {"max_evals is odd", "nes: job.yaml:7:14: max_evals"},
        {"variable 2 has it", "nes: job.yaml:3:3: variable"},
        {"variable 3 has it", "nes: variable 3"},
        {"--seed 1: no", "nes: --seed"}, /* on the command line */
        {"./sim.py cannot be started", "nes: job.yaml:4:22: ./sim.py"},
        {"something else", "nes: something else"},
    };
    char run[] = "run", seed[] = "--seed=1", *argv[] = {run, seed, NULL};
    attempt a;
    if (try_line(&a,
                 "variables:\n  a: 1\n  b: 2\nobjective: {program: ./sim.py,\n  timeout: 60}\n"
                 "options:\n  max-evals: 3\n  seed: 8\n",
                 2, argv) != 0)
        fail_msg("%s", a.error);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const char *said = error_text(errors[i].message);
        if (strncmp(said, errors[i].shown, strlen(errors[i].shown)) != 0) fail_msg("%s", said);
    }
    problem_file_close(&a.j);
    assert_string_equal(error_text("--timeout 60: too long"), "nes: --timeout 60: too long\n");
}

static void test_refusals(void **state)
{
    (void)state;
    refuse("variables: [a]\n" OBJECTIVE, "1:12: variables: names");
    refuse("variables: {a: {range: 3}}\n" OBJECTIVE, "1:24: a: the range must be two numbers");
    refuse("variables: {a: [1, 2, 3]}\n" OBJECTIVE, "1:16: a: the range must be two numbers");
    refuse("variables: {a: {range: [1, 2], lower: 0}}\n" OBJECTIVE,
           "1:13: a: give one of range, from and to");
    refuse("variables: {a: {fixed: 1, start: 1}}\n" OBJECTIVE, "1:13: a is fixed");
    refuse("variables: {a: {lower: 2, upper: 1}}\n" OBJECTIVE, "1:13: a: lower is 2 and upper 1");
    refuse("variables: {a: {std: 0}}\n" OBJECTIVE, "1:22: a: std");
    refuse("variables: {a: {start: inf}}\n" OBJECTIVE, "1:24: a: the number must be finite");
    refuse("variables: {a: {start: 5.inf}}\n" OBJECTIVE, "'5.inf' is not a number");
    refuse("variables: {a: nan}\n" OBJECTIVE, "'nan' is not a number");
    refuse("variables: {a: .inf}\n" OBJECTIVE, "a fixed value must be finite");
    refuse("variables: {a: {integer: 3}}\n" OBJECTIVE, "1:26: integer is yes or no");
    refuse("variables: {a: {count: 1e9}}\n" OBJECTIVE, "not a whole number from 1 to 100000");
    refuse("variables: {a: }\nobjective: {program: []}\n", "2:22: program: a program and its");
    refuse("variables: {a: }\nobjective: {program: [a], worker: [b]}\n", "a program is given");
    refuse("variables: {a: }\nobjective: {program: [a], expr: a}\n", "program and expr both");
    refuse("variables: {a: }\nobjective: {program: [a]}\noptions: {expr: a}\n", "program and expr");
    refuse("objective: {by-hand: yes}\n", "1:22: the objective has no variables");
    refuse("objective: {expr: }\n", "1:13: expr has no value");
    refuse("variables: {a: }\nobjective: {command: ./sim.py}\n",
           "2:22: objective: 'command' is unknown; did you mean program?");
    refuse("variables: {a: }\nobjective: {progam: ./sim.py}\n",
           "2:21: objective: 'progam' is unknown; did you mean program?");
    refuse("variables: {a: }\nobjective:\n  formula: a\n",
           "'formula' is unknown; did you mean expr?");
    refuse("variables: {a: }\nobjective: {expr: a, timout: 3}\n", "2:30: unknown option --timout");
    refuse("variables: {a: }\noptions: {lower: 1, dim: 2}\n" OBJECTIVE, "'dim' is given already");
    refuse("options: {seed: 1}\nobjective: {seed: 2, expr: x1}\n", "'seed' is given already in "
                                                                   "line 1");
    refuse("options: {lower: [[1]]}\n" OBJECTIVE, "1:19: lower: a list here has numbers");
    refuse("options: {template: ['a,b']}\n" OBJECTIVE, "cannot have a comma");
    refuse("? [a]\n: b\n", "1:3: this stands where a name should be");
    refuse("a: \"\\0\"\n", "1:4: a text cannot have the character \\0");
    refuse("%YAML 1.1\n---\nobjective: {}\n...\n---\n{}\n", "5:1: a second document begins here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_little_known),
        cmocka_unit_test(test_names_of_a_count),
        cmocka_unit_test(test_gaps_are_the_librarys),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_every_option),
        cmocka_unit_test(test_command_line_wins),
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
