/* SPDX-License-Identifier: MIT
 *
 * The objectives of `nes run`: each kind evaluated, each refusal with its exit status and sentence,
 * and nothing left behind in the folder for temporary files. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "objective/objective.h"

typedef int (*maker)(objective *o, const char *what, size_t dim, char *message, size_t size);

static char home[] = "/tmp/nes-test-XXXXXX"; /* where the test works, with tmp/ inside */

static int enter(void **state)
{
    (void)state;
    return !mkdtemp(home) || chdir(home) != 0 || mkdir("tmp", 0700) != 0 ||
           setenv("TMPDIR", "tmp", 1) != 0;
}

static int leave(void **state)
{
    (void)state;
    const char *files[] = {"good.c",   "bad.c",   "other.c", "undefined.c",
                           "-odd.txt", "plug.so", "text.so", "a:b.so"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) unlink(files[i]);
    return rmdir("tmp") != 0 || chdir("/") != 0 || rmdir(home) != 0;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_tmp_empty(void)
{
    DIR *folder = opendir("tmp");
    assert_non_null(folder);
    size_t n = 0;
    while (readdir(folder)) n++;
    closedir(folder);
    assert_int_equal(n, 2); /* . and .. */
}

static void accept(maker make, const char *what, const double *x, size_t dim, double expected)
{
    objective o;
    char message[OBJECTIVE_MESSAGE_SIZE] = "";
    if (make(&o, what, dim, message, sizeof message) != 0) fail_msg("%s: %s", what, message);
    assert_int_equal(o.dim, dim);
    assert_true(isnan(o.optimum));
    assert_null(o.problem);
    assert_true(o.value(dim, x, o.data) == expected);
    objective_close(&o);
    objective_close(&o); /* twice is fine */
    assert_tmp_empty();
}

static void refuse(maker make, const char *what, size_t dim, int status, const char *part)
{
    objective o;
    char message[OBJECTIVE_MESSAGE_SIZE] = "";
    const int got = make(&o, what, dim, message, sizeof message);
    if (got != status || !strstr(message, part)) fail_msg("%s: %d, %s", what, got, message);
    assert_true(message[strlen(message) - 1] != '\n');
    assert_tmp_empty();
}

static void test_problem(void **state)
{
    (void)state;
    objective o;
    char message[OBJECTIVE_MESSAGE_SIZE] = "";
    const double x[] = {1, 2, 3};
    assert_int_equal(objective_problem(&o, "sphere_d3", message, sizeof message), 0);
    assert_int_equal(o.dim, 3);
    assert_true(o.optimum == 0.0);
    assert_non_null(o.problem);
    assert_true(o.value(3, x, o.data) == 14.0);
    objective_close(&o);
    assert_int_equal(objective_problem(&o, "spere_d3", message, sizeof message), 2);
    assert_non_null(strstr(message, "sphere_dN"));
    assert_int_equal(objective_problem(&o, "rosenbrock_d1", message, sizeof message), 2);
    assert_non_null(strstr(message, "at least 2"));
}

static void test_expr(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    accept(objective_expr, "sum(i*x^2)", x, 3, 36);
    refuse(objective_expr, "sum(x^2", 3, 2, "column 8: expected ')'");
    refuse(objective_expr, "sum(x^2)", 0, 2, "--dim N");
}

static void test_c(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    write_file("good.c", "#include <math.h>\n#include <stddef.h>\n"
                         "double objective(size_t n, const double *x)\n"
                         "{ return sqrt(x[0] * 16.0) + x[n - 1]; }\n");
    write_file("-odd.txt", "#include <stddef.h>\n"
                           "double objective(size_t n, const double *x) { return x[n - 1]; }\n");
    write_file("bad.c", "double objective(int n { return 1; }\n");
    write_file("other.c", "double goal(void) { return 1; }\n");
    write_file("undefined.c", "double missing(void);\n"
                              "double objective(void) { return missing(); }\n");
    accept(objective_c, "good.c", x, 3, 7);
    accept(objective_c, "./good.c", x, 1, 5);
    accept(objective_c, "-odd.txt", x, 2, 2);
    refuse(objective_c, "good.c", 0, 2, "--dim N");
    refuse(objective_c, "none.c", 2, 3, "'none.c' cannot be read: No such file");
    refuse(objective_c, "tmp", 2, 3, "'tmp' is not a file");
    refuse(objective_c, "bad.c", 2, 3, "'bad.c' does not compile:\nbad.c:1:");
    refuse(objective_c, "other.c", 2, 3, "'other.c' has no function 'objective'");
    refuse(objective_c, "undefined.c", 2, 3, "missing");
}

static void test_c_without_compiler_or_folder(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    assert_non_null(path);
    setenv("PATH", home, 1);
    refuse(objective_c, "good.c", 2, 3, "there is no C compiler 'cc'");
    setenv("PATH", path, 1);
    free(path);
    setenv("TMPDIR", "nowhere", 1);
    refuse(objective_c, "good.c", 2, 3, "in 'nowhere'");
    setenv("TMPDIR", "tmp", 1);
}

static void test_plugin(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    /* a compiled library by the same compiler that --c uses */
    write_file("good.c",
               "#include <stddef.h>\n"
               "double objective(size_t n, const double *x) { return x[0] + (double)n; }\n"
               "double second(size_t n, const double *x) { return x[n - 1]; }\n");
    assert_int_equal(system("cc -shared -fPIC -o plug.so good.c && cp plug.so a:b.so"), 0);
    write_file("text.so", "not a library\n");
    char absolute[128];
    snprintf(absolute, sizeof absolute, "%s/plug.so:second", home);
    accept(objective_plugin, "plug.so", x, 3, 4);
    accept(objective_plugin, "./plug.so", x, 3, 4);
    accept(objective_plugin, "plug.so:second", x, 3, 3);
    accept(objective_plugin, absolute, x, 2, 2);
    accept(objective_plugin, "a:b.so", x, 3, 4);
    accept(objective_plugin, "a:b.so:second", x, 3, 3);
    refuse(objective_plugin, "plug.so", 0, 2, "--dim N");
    refuse(objective_plugin, "plug.so:third", 2, 3, "has no function 'third'");
    refuse(objective_plugin, "plug.so:", 2, 2, "FILE.so:FUNCTION");
    refuse(objective_plugin, ":second", 2, 2, "FILE.so:FUNCTION");
    refuse(objective_plugin, "", 2, 2, "FILE.so");
    refuse(objective_plugin, "none.so", 2, 3, "'none.so' cannot be read: No such file");
    refuse(objective_plugin, "none.so:f", 2, 3, "'none.so' cannot be read: No such file");
    refuse(objective_plugin, "text.so", 2, 3, "'text.so' cannot be loaded");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem), cmocka_unit_test(test_expr),
        cmocka_unit_test(test_c),       cmocka_unit_test(test_c_without_compiler_or_folder),
        cmocka_unit_test(test_plugin),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
