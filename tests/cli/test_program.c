/* SPDX-License-Identifier: MIT
 *
 * The description of a program: placeholders, values in outputs of many kinds, exit statuses, and
 * whether the program can be started at all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "error_rig.h"
#include "nes/nes.h"
#include "objective/executable.h"
#include "objective/program.h"
#include "process/folder.h"
#include "support/check.h"

enum { D = 3 };

static char names[D][VARIABLES_NAME_SIZE] = {"width", "height", "x3"};
static const variables NAMED = {.n = D, .name = names};
static const variables PLAIN = {.n = D};
static const double X[D] = {0.1, -2e-300, 1234567};

/* ---- placeholders --------------------------------------------------------------------------- */

static void assert_filled(const variables *v, const char *text, const char *want)
{
    placeholder_text t;
    buffer b = {.n = 0};
    const placeholder_values values = {
        .dim = D, .x = X, .id = 42, .file = "/a/point.txt", .dir = "/a"};
    assert_int_equal(placeholder_open(&t, text, strlen(text), v, "text"), 0);
    placeholder_fill(&t, &values, &b);
    assert_string_equal(b.text == NULL ? "" : b.text, want);
    buffer_free(&b);
    placeholder_close(&t);
}

static void filling(void **state)
{
    (void)state;
    assert_filled(&PLAIN, "", "");
    assert_filled(&PLAIN, "plain", "plain");
    assert_filled(&PLAIN, "{x}", "0.1,-2e-300,1234567");
    assert_filled(&PLAIN, "-a={x1} -b={x3};", "-a=0.1 -b=1234567;");
    assert_filled(&NAMED, "{width}{height}{x2}", "0.1-2e-300-2e-300");
    assert_filled(&PLAIN, "{i} {file} {dir}", "42 /a/point.txt /a");
}

/* Only a word between braces is a placeholder. */
static void braces(void **state)
{
    (void)state;
    assert_filled(&PLAIN, "{{x}}", "{x}");
    assert_filled(&PLAIN, "{{anything}} {{ {x1} }}", "{anything} {{ 0.1 }}");
    assert_filled(&PLAIN, "{\"a\": {\"b\": {x1}}}", "{\"a\": {\"b\": 0.1}}");
    assert_filled(&PLAIN, "{} {1} { { {\n x = 1; }", "{} {1} { { {\n x = 1; }");
    assert_filled(&PLAIN, "{print $1} {xy {xy:d} {x12", "{print $1} {xy {xy:d} {x12");
    assert_filled(&PLAIN, "{\"x1\": {x1}, \"x\": [{x}]}",
                  "{\"x1\": 0.1, \"x\": [0.1,-2e-300,1234567]}");
    assert_filled(&PLAIN, "{{x1 {{ x } {{x[1]} {{{x1:d}", "{x1 { x } {x[1]} {{x1:d}");
    assert_filled(&PLAIN, "{{ x }} {{x[1]}} {{x1:{x2}} {{x1}}", "{ x } {x[1]} {x1:-2e-300} {x1}");
    assert_filled(&PLAIN, "{{x1}+1} {{{x1}+1}", "{0.1+1} {{0.1+1}");
    assert_filled(&PLAIN, "{{{x1}}}", "{{x1}}");
}

static void formats(void **state)
{
    (void)state;
    assert_filled(&NAMED, "{width:%8.3f}|{x3:%-+12.4E}|{x3:%G}",
                  "   0.100|+1.2346E+06 |1.23457E+06");
    assert_filled(&NAMED, "{x3:%d} {x3:%+09d} {x3:% .9d} {x3:%-9d}|",
                  "1234567 +01234567  001234567 1234567  |");
    assert_filled(&NAMED, "{width:%a} {x1:%#.0f} {x1:%g}", "0x1.999999999999ap-4 0. 0.1");
    assert_filled(&PLAIN, "{x:%.2f} {i:%06d}", "0.10,-0.00,1234567.00 000042");
    assert_filled(&PLAIN, "{x2:%d}", "-2e-300"); /* never another number */
    assert_filled(&PLAIN, "{x3:%99.99f}",
                  "1234567."
                  "000000000000000000000000000000000000000000000000000000000000000000000000"
                  "000000000000000000000000000");
    assert_filled(&PLAIN, "{{x1:%8.3f}} {{any:%s}} {any: %s}", "{x1:%8.3f} {any:%s} {any: %s}");
}

static void assert_refused(const char *text, const char *part)
{
    const char *message = error_begin();
    placeholder_text t;
    assert_int_equal(placeholder_open(&t, text, strlen(text), &NAMED, "argument"), 2);
    if (strstr(message, part) == NULL) fail_msg("'%s' lacks '%s'", message, part);
}

static void unknown_placeholders(void **state)
{
    (void)state;
    assert_refused("{widht}", "width");
    assert_refused("{x4}", "from {x1} to {x3}");
    assert_refused("{x0}", "from {x1} to {x3}");
    assert_refused("a {something} b", "{{something}}");
}

static void slips(void **state)
{
    (void)state;
    assert_refused("{x1", "argument: '{x1' is no placeholder; write {x1} with nothing else "
                          "between the braces, or {{x1 for the text itself");
    assert_refused("{ x }", "'{ x ' is no placeholder; write {x}");
    assert_refused("{x }", "'{x ' is no placeholder; write {x}");
    assert_refused("{ x}", "'{ x}' is no placeholder; write {x}");
    assert_refused("{x[1]}", "'{x[' is no placeholder; write {x}");
    assert_refused("{x:.3f}",
                   "write {x} or, with a format, {x:%8.3f}, or {{x: for the text itself");
    assert_refused("{width:d}", "write {width}");
    assert_refused("{\"a\": {height }}", "write {height}");
    assert_refused("a\n{width}\n{width\n", "argument, line 3: '{width' is no placeholder");
    assert_refused("a\n{wide}\n", "argument, line 2: unknown placeholder {wide}");
}

static void wrong_formats(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{x1:%}",    "{x1:%s}",   "{x1:%n}", "{x1:%8.3lf}", "{x1:%8.3f mm}", "{x1:%f%f}",
        "{x1:%*f}",  "{x1:%c}",   "{x1:%i}", "{x1:%.3.3f}", "{x1:%-+-+-+f}", "{x1:%x}",
        "{x1:%1$f}", "{x1:%'.f}", "{x1:%%}", "{x1:%8.3 f}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_refused(wrong[i], wrong[i]);
        assert_refused(wrong[i], "one of e, f, g and a, or d for integers");
    }
    assert_refused("a\n{width:%s}", "argument, line 2: {width:%s}: a format is");
    assert_refused("{x1:%100f}", "{x1:%100f}: width and precision are at most 99");
    assert_refused("{x1:%.100f}", "at most 99");
    assert_refused("{x1:%#d}", "# has no meaning beside d");
    assert_refused("{i:%.3f}", "{i:%.3f}: this is a whole number");
    assert_refused("{file:%s}", "{file:%s}: a path has no format");
    assert_refused("{x4:%d}", "from {x1} to {x3}");
    assert_refused("{widht:%d}", "unknown placeholder {widht}");
    assert_refused("{x1:%8.3f", "'{x1:' is no placeholder");
}

/* ---- values --------------------------------------------------------------------------------- */

static value_reading read_value(const char *json, const char *pattern, const char *text)
{
    value_rule *rule;
    value_reading r;
    char *copy = strdup(text);
    assert_non_null(copy);
    assert_int_equal(value_open(&rule, json, pattern, "printed"), 0);
    const bool found = value_read(rule, copy, strlen(text), &r);
    assert_int_equal(found, r.why[0] == '\0');
    assert_true(found || isnan(r.f));
    value_close(rule);
    free(copy);
    return r;
}

static void assert_value(const char *json, const char *pattern, const char *text, double want)
{
    const value_reading r = read_value(json, pattern, text);
    if (r.why[0] != '\0') fail_msg("'%s': %s", text, r.why);
    if (isnan(want))
        assert_true(isnan(r.f));
    else
        assert_true(r.f == want);
}

static void assert_none(const char *json, const char *pattern, const char *text, const char *why,
                        const char *said)
{
    const value_reading r = read_value(json, pattern, text);
    assert_string_equal(r.why, why);
    assert_string_equal(r.said, said);
}

static void last_lines(void **state)
{
    (void)state;
    assert_value(NULL, NULL, "3.5\n", 3.5);
    assert_value(NULL, NULL, "3.5", 3.5);
    assert_value(NULL, NULL, "log\nmore\n  -1e-3 \r\n\n \n", -1e-3);
    assert_value(NULL, NULL, "0x1.8p1\n", 3);
    assert_value(NULL, NULL, "nan\n", NAN);
    assert_value(NULL, NULL, "-NaN\n", NAN);
    assert_value(NULL, NULL, "inf\n", INFINITY);
    assert_value(NULL, NULL, "-Infinity\n", -INFINITY);
    assert_none(NULL, NULL, "", "printed no value", "");
    assert_none(NULL, NULL, " \n\n", "printed no value", "");
    assert_none(NULL, NULL, "1\nloss = 2\n", "printed no number", "loss = 2");
    assert_none(NULL, NULL, "1 2\n", "printed no number", "1 2");
    assert_none(NULL, NULL, "1,5\n", "printed no number", "1,5");
    assert_none(NULL, NULL, "1\n{\"f\": 2}\n",
                "printed no number but JSON (--value-json names the field)", "{\"f\": 2}");
    assert_none(NULL, NULL, "FAILED\n", "said failed", "");
    assert_none(NULL, NULL, "fail\n", "said failed", "");
}

static void json_fields(void **state)
{
    (void)state;
    assert_value("loss", NULL, "{\"loss\": 0.25}", 0.25);
    assert_value("a.b[2].c", NULL, "{\"a\":{\"b\":[1,2,{\"c\":-7}]}}", -7);
    assert_value("[1]", NULL, "[5, 6]\n", 6);
    assert_value("f", NULL, "started {\n{\"f\": 1}\nnoise\n{\"f\": 2}\nend\n", 2);
    assert_value("f", NULL, "log\n{\n  \"list\": [\n    {\"f\": 9}\n  ],\n  \"f\": 4\n}\n", 4);
    assert_value("f", NULL, "{\"text\": \"NaN \\\" NaN\", \"f\": NaN}", NAN);
    assert_value("f", NULL, "he said \"no\n{\"f\": -Infinity}", -INFINITY);
    assert_value("f", NULL, "{\"f\": \"1.5\"}", 1.5);
    assert_none("f", NULL, "{\"f\": \"failed\"}", "said failed", "");
    assert_none("f", NULL, "3.5\n", "printed no JSON", "");
    assert_none("f", NULL, "{\"f\": ", "printed no JSON", "");
    assert_none("f.g", NULL, "{\"f\": 1}", "no field f.g in its JSON", "");
    assert_none("f[0]", NULL, "{\"f\": {\"a\": 1}}", "no field f[0] in its JSON", "");
    assert_none("f", NULL, "{\"f\": null}", "no number in the field f of its JSON", "");
}

static void patterns(void **state)
{
    (void)state;
    assert_value(NULL, "loss=([0-9.]+)", "loss=1.5 loss=2.5\nloss=3.5 end\n", 3.5);
    assert_value(NULL, "^[0-9]+$", "a\n12\nb 13\n", 12);
    assert_value(NULL, "^f: (.*)$", "f: 1\nf: -2e5\ng: 3\n", -2e5);
    assert_value(NULL, "f=(.*)", "f=inf", INFINITY);
    assert_none(NULL, "loss=(.*)", "3.5\n", "printed nothing that matches", "");
    assert_none(NULL, "loss=(.*)", "loss=big", "printed no number where the pattern matches",
                "big");
    assert_none(NULL, "x*", "abc", "printed no number where the pattern matches", "");
}

static void wrong_rules(void **state)
{
    (void)state;
    static const char *const paths[] = {"", ".a", "a.", "a..b", "a[", "a[x]", "a[-1]", "a]b[0]c"};
    const char *message = error_begin();
    value_rule *r;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_int_equal(value_open(&r, paths[i], NULL, "printed"), 2);
    assert_int_equal(value_open(&r, NULL, "a(", "printed"), 2);
    assert_non_null(strstr(message, "a("));
    assert_int_equal(value_open(&r, "a", "b", "printed"), 2);
}

/* ---- exit statuses -------------------------------------------------------------------------- */

static void statuses(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",           "3",      "3=",    "3=good",
                                        "=ok",        "256=ok", "-1=ok", "9-3=ok",
                                        "1=ok,,2=ok", "a=ok",   "3=okay"};
    exit_codes c;
    assert_int_equal(exit_codes_read(&c, NULL), 0);
    assert_int_equal(c.meaning[0], EXIT_MEANS_OK);
    assert_int_equal(c.meaning[1], EXIT_MEANS_FAIL);
    assert_int_equal(exit_codes_read(&c, "0=fail,3=ok,10-19=worst,15=stop,255=worst"), 0);
    assert_int_equal(c.meaning[0], EXIT_MEANS_FAIL);
    assert_int_equal(c.meaning[3], EXIT_MEANS_OK);
    assert_int_equal(c.meaning[10], EXIT_MEANS_WORST);
    assert_int_equal(c.meaning[19], EXIT_MEANS_WORST);
    assert_int_equal(c.meaning[20], EXIT_MEANS_FAIL);
    assert_int_equal(c.meaning[15], EXIT_MEANS_STOP);
    assert_int_equal(c.meaning[255], EXIT_MEANS_WORST);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(exit_codes_read(&c, wrong[i]), 2);
}

/* ---- programs that cannot be started -------------------------------------------------------- */

static char *make_file(const char *folder, const char *name, unsigned mode, const char *text)
{
    char *path = file_path(folder, name);
    assert_non_null(path);
    assert_int_equal(file_create(path, mode, text, strlen(text)), 0);
    assert_int_equal(chmod(path, (mode_t)mode), 0);
    return path;
}

/* part: of the message; null: the program is fine. */
static void assert_found(const char *folder, const char *name, unsigned mode, const char *text,
                         const char *part)
{
    const char *message = error_begin();
    char *found = NULL, *path = make_file(folder, name, mode, text);
    const int status = executable_find("", path, &found);
    assert_int_equal(status, part == NULL ? 0 : 3);
    if (part != NULL && (strstr(message, part) == NULL || strstr(message, name) == NULL))
        fail_msg("'%s' lacks '%s' or '%s'", message, part, name);
    if (part == NULL) assert_string_equal(found, path);
    free(found);
    free(path);
}

static void executables(void **state)
{
    (void)state;
    const char *message = error_begin();
    char *folder = NULL, *path = NULL;
    assert_int_equal(folder_make(NULL, "nes-test", &folder), 0);
    assert_found(folder, "good", 0755, "#!/bin/sh\necho 1\n", NULL);
    assert_found(folder, "by_env", 0755, "#!/usr/bin/env sh\necho 1\n", NULL);
    assert_found(folder, "closed", 0644, "#!/bin/sh\necho 1\n", "chmod +x");
    assert_found(folder, "closed.py", 0644, "print(1)\n", "python3");
    assert_found(folder, "bare", 0755, "echo 1\n", "#!");
    assert_found(folder, "empty", 0755, "", "empty");
    assert_found(folder, "lost", 0755, "#!/no/such/interpreter -x\n", "'/no/such/interpreter'");
    assert_found(folder, "lost_env", 0755, "#!/usr/bin/env no-such-interpreter\n",
                 "'no-such-interpreter'");
    assert_found(folder, "dos", 0755, "#!/bin/sh\r\necho 1\r\n", "carriage returns");
    assert_int_equal(executable_find("", folder, &path), 3);
    assert_non_null(strstr(message, "folder"));
    assert_int_equal(executable_find("", "sh", &path), 0);
    assert_int_equal(path[0], '/');
    free(path);
    assert_int_equal(executable_find("", "no-such-program", &path), 3);
    assert_non_null(strstr(message, "PATH"));
    assert_int_equal(folder_remove(folder), 0);
    free(folder);
}

/* ---- options that do not go together -------------------------------------------------------- */

static void assert_bad_options(objective_options g, char **command, const char *part)
{
    const char *message = error_begin();
    program *p = NULL;
    g.command = command;
    assert_int_equal(program_open(&p, &g, &NAMED), 2);
    if (strstr(message, part) == NULL) fail_msg("'%s' lacks '%s'", message, part);
}

static void options(void **state)
{
    (void)state;
    char *command[] = {"sh", "-c", "exit", NULL}, *with_x[] = {"sh", "{x}", NULL};
    char *nothing[] = {NULL}, *habit[] = {"sh", "{}", NULL};
    assert_bad_options((objective_options){.c = NULL}, nothing, "--");
    assert_bad_options((objective_options){.c = NULL}, habit, "{x}");
    assert_bad_options((objective_options){.keep_scratch = "fail"}, command, "failed");
    assert_bad_options((objective_options){.exit_codes = "x"}, command, "--exit-codes");
    assert_bad_options((objective_options){.value_file = "/a/b"}, command, "{i}");
    assert_bad_options((objective_options){.worker = true}, with_x, "{x}");
    assert_bad_options((objective_options){.worker = true, .scratch = true}, command, "--scratch");
}

/* What is made for a point follows from the placeholders. */
static void uses(void **state)
{
    (void)state;
    char *plain[] = {"sh", "-c", "exit", NULL}, *file[] = {"sh", "{file}", NULL};
    char *dir[] = {"sh", "{x1}", "{dir}", NULL};
    program *p;
    objective_options g = {.command = plain};
    assert_int_equal(program_open(&p, &g, &NAMED), 0);
    assert_true(p->appends && !p->scratch && !p->writes_point);
    assert_string_equal(p->names, "NES_NAMES=width,height,x3");
    program_close(p);
    g.command = file;
    assert_int_equal(program_open(&p, &g, &NAMED), 0);
    assert_true(!p->appends && !p->scratch && p->writes_point);
    program_close(p);
    g.command = dir;
    assert_int_equal(program_open(&p, &g, &NAMED), 0);
    assert_true(!p->appends && p->scratch && !p->writes_point);
    program_close(p);
    g = (objective_options){.command = plain, .value_file = "result.txt"};
    assert_int_equal(program_open(&p, &g, &NAMED), 0);
    assert_true(p->appends && p->scratch);
    program_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filling),
        cmocka_unit_test(braces),
        cmocka_unit_test(formats),
        cmocka_unit_test(wrong_formats),
        cmocka_unit_test(unknown_placeholders),
        cmocka_unit_test(slips),
        cmocka_unit_test(last_lines),
        cmocka_unit_test(json_fields),
        cmocka_unit_test(patterns),
        cmocka_unit_test(wrong_rules),
        cmocka_unit_test(statuses),
        cmocka_unit_test(executables),
        cmocka_unit_test(options),
        cmocka_unit_test(uses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
