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

#include "error_rig.h"
#include "evaluate/direct.h"
#include "nes/nes.h"
#include "objective/objective.h"
#include "process/folder.h"

typedef int (*maker)(objective *o, const char *what, size_t dim);

static library_patience patience = {60, "--timeout"};

static const char *flags; /* --cc-flags of the C source below */

static int c_source(objective *o, const char *what, size_t dim)
{
    return objective_c(o, what, flags, &(library_wish){dim, 0, patience});
}

static int formula_of(objective *o, const char *what, size_t dim)
{
    return objective_formula(o, what, &(variables){.n = dim});
}

static int make_plugin(objective *o, const char *what, size_t dim)
{
    return objective_plugin(o, what, &(library_wish){dim, 0, patience});
}

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
    return rmdir("tmp") != 0 || chdir("/") != 0 || folder_remove(home) != 0;
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
    const char *message = error_begin();
    if (make(&o, what, dim) != 0) fail_msg("%s: %s", what, message);
    assert_int_equal(o.dim, dim);
    assert_true(isnan(o.optimum));
    assert_null(o.problem);
    assert_true(direct_evaluate(&o, 0, x, NULL, NULL).f == expected);
    objective_close(&o);
    objective_close(&o); /* twice is fine */
    assert_tmp_empty();
}

static void refuse(maker make, const char *what, size_t dim, int status, const char *part)
{
    objective o;
    const char *message = error_begin();
    const int got = make(&o, what, dim);
    if (got != status || !strstr(message, part)) fail_msg("%s: %d, %s", what, got, message);
    assert_true(message[strlen(message) - 1] != '\n');
    assert_tmp_empty();
}

static void test_problem(void **state)
{
    (void)state;
    objective o;
    const char *message = error_begin();
    const double x[] = {1, 2, 3};
    assert_int_equal(objective_problem(&o, "sphere_d3"), 0);
    assert_int_equal(o.dim, 3);
    assert_true(o.optimum == 0.0);
    assert_non_null(o.problem);
    assert_true(direct_evaluate(&o, 0, x, NULL, NULL).f == 14.0);
    objective_close(&o);
    assert_int_equal(objective_problem(&o, "spere_d3"), 2);
    assert_non_null(strstr(message, "sphere_dN"));
    assert_int_equal(objective_problem(&o, "rosenbrock_d1"), 2);
    assert_non_null(strstr(message, "at least 2"));
}

static void test_expr(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    accept(formula_of, "sum(i*x^2)", x, 3, 36);
    refuse(formula_of, "sum(x^2", 3, 2, "column 8: expected ')'");
    refuse(formula_of, "sum(x^2)", 0, 2, "--dim N");
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
    accept(c_source, "good.c", x, 3, 7);
    accept(c_source, "./good.c", x, 1, 5);
    accept(c_source, "-odd.txt", x, 2, 2);
    refuse(c_source, "good.c", 0, 2, "--dim N");
    refuse(c_source, "none.c", 2, 3, "'none.c' cannot be read: No such file");
    refuse(c_source, "tmp", 2, 3, "'tmp' is not a file");
    refuse(c_source, "bad.c", 2, 3, "'bad.c' does not compile:\nbad.c:1:");
    refuse(c_source, "other.c", 2, 3, "'other.c' has no function 'objective'");
    refuse(c_source, "undefined.c", 2, 3, "missing");
}

/* Macros, further sources, libraries behind them, quotes; names that a compiler takes for options.
 */
static void test_c_flags(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    write_file("flag.c", "#include <stddef.h>\n"
                         "double helper(double);\n"
                         "double objective(size_t n, const double *x)\n"
                         "{ return helper(x[0]) + PLUS + (double)n + sizeof(TEXT); }\n");
    write_file("helper.c", "double helper(double x) { return 10 * x; }\n");
    write_file("@odd.c",
               "double objective(unsigned long n, const double *x) { return x[n - 1]; }\n");
    flags = "-DPLUS=100 helper.c '-DTEXT=\"a b\"' -O3";
    accept(c_source, "flag.c", x, 3, 10 + 100 + 3 + 4);
    assert_int_equal(system("cc -shared -fPIC -o libhelper.so helper.c"), 0);
    flags = "-DPLUS=0 -DTEXT='\"\"' -L. -lhelper -Wl,-rpath,.";
    accept(c_source, "flag.c", x, 3, 10 + 3 + 1);
    flags = "-DPLUS=0 '-DTEXT=";
    refuse(c_source, "flag.c", 3, 2, "--cc-flags -DPLUS=0 '-DTEXT=: a single quote is not closed");
    flags = "-lno-such-library";
    refuse(c_source, "good.c", 3, 3, "no-such-library");
    flags = NULL;
    accept(c_source, "@odd.c", x, 2, 2);
}

/* The remedy is one that the command has. */
static void test_c_that_is_not_loaded(void **state)
{
    (void)state;
    const library_patience usual = patience;
    write_file("stays.c", "double objective(void) { return 1; }\n"
                          "__attribute__((constructor)) static void stay(void)\n"
                          "{ for (;;) continue; }\n");
    patience = (library_patience){0.2, "--timeout"};
    refuse(c_source, "stays.c", 2, 3, "after 0.2 seconds; give it more time by --timeout");
    patience.option = NULL;
    refuse(c_source, "stays.c", 2, 3, "after 0.2 seconds; it must do less");
    patience = usual;
}

static void test_cpp(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3};
    write_file("good.cpp", "#include <cstddef>\n#include <vector>\n"
                           "double objective(std::size_t n, const double *x)\n"
                           "{ std::vector<double> v(x, x + n); return v.back() + 1; }\n");
    write_file("plain.cc", "#include <stddef.h>\n"
                           "extern \"C\" double objective(size_t n, const double *x)\n"
                           "{ return x[n - 1]; }\n");
    write_file("other.cxx", "double goal() { return 1; }\n");
    accept(c_source, "good.cpp", x, 3, 4);
    accept(c_source, "plain.cc", x, 3, 3);
    flags = "-std=c++98 -fno-exceptions -fvisibility=hidden -Wall -Wextra -Werror";
    refuse(c_source, "good.cpp", 3, 3, "'good.cpp' has no function 'objective'");
    flags = "-std=c++98 -fno-exceptions -fno-rtti -Wall -Wextra -Werror";
    accept(c_source, "good.cpp", x, 3, 4);
    flags = NULL;
    refuse(c_source, "other.cxx", 3, 3, "'other.cxx' has no function 'objective'");
}

static void test_cpp_exceptions(void **state)
{
    (void)state;
    objective o;
    double x = 1;
    write_file("throw.C", "#include <stdexcept>\n"
                          "double objective(unsigned long, const double *x)\n"
                          "{ if (*x == 1) throw std::runtime_error(\"mesh is broken\");\n"
                          "  if (*x == 2) throw 7;\n"
                          "  return *x; }\n");
    assert_int_equal(objective_c(&o, "throw.C", NULL, &(library_wish){1, 0, patience}), 0);
    assert_int_equal(direct_evaluate(&o, 0, &x, NULL, NULL).fate, NES_FAILED);
    assert_string_equal(o.said(o.data), "mesh is broken");
    x = 2;
    assert_int_equal(direct_evaluate(&o, 0, &x, NULL, NULL).fate, NES_FAILED);
    assert_string_equal(o.said(o.data), "not a std::exception");
    x = 3;
    assert_true(direct_evaluate(&o, 0, &x, NULL, NULL).f == 3);
    assert_string_equal(o.said(o.data), "");
    objective_close(&o);
}

static void test_c_without_compiler_or_folder(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    assert_non_null(path);
    setenv("PATH", home, 1);
    refuse(c_source, "good.c", 2, 3, "there is no C compiler 'cc'");
    setenv("PATH", path, 1);
    free(path);
    setenv("TMPDIR", "nowhere", 1);
    refuse(c_source, "good.c", 2, 3, "in 'nowhere'");
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
    accept(make_plugin, "plug.so", x, 3, 4);
    accept(make_plugin, "./plug.so", x, 3, 4);
    accept(make_plugin, "plug.so:second", x, 3, 3);
    accept(make_plugin, absolute, x, 2, 2);
    accept(make_plugin, "a:b.so", x, 3, 4);
    accept(make_plugin, "a:b.so:second", x, 3, 3);
    refuse(make_plugin, "plug.so", 0, 2, "--dim N");
    refuse(make_plugin, "plug.so:third", 2, 3, "has no function 'third'");
    refuse(make_plugin, "plug.so:", 2, 2, "FILE.so:FUNCTION");
    refuse(make_plugin, ":second", 2, 2, "FILE.so:FUNCTION");
    refuse(make_plugin, "", 2, 2, "FILE.so");
    refuse(make_plugin, "none.so", 2, 3, "'none.so' cannot be read: No such file");
    refuse(make_plugin, "none.so:f", 2, 3, "'none.so' cannot be read: No such file");
    refuse(make_plugin, "text.so", 2, 3, "'text.so' cannot be loaded");
    write_file("sim.py", "#!/usr/bin/python3\nprint(1)\n");
    refuse(make_plugin, "sim.py", 2, 3, "write: nes run --dim N -- ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem),
        cmocka_unit_test(test_expr),
        cmocka_unit_test(test_c),
        cmocka_unit_test(test_c_flags),
        cmocka_unit_test(test_c_that_is_not_loaded),
        cmocka_unit_test(test_cpp),
        cmocka_unit_test(test_cpp_exceptions),
        cmocka_unit_test(test_c_without_compiler_or_folder),
        cmocka_unit_test(test_plugin),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
