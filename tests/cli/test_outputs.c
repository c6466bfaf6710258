/* SPDX-License-Identifier: MIT
 *
 * Named outputs: their places in texts, and the records that are made of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "objective/outputs.h"
#include "support/runs.h"
#include "support/said.h"

static char names[][VARIABLES_NAME_SIZE] = {"thick", "radius"};
static const variables V = {.n = 2, .name = names};
static const double X[] = {3, 4};

static void make(output_set *o, const outputs_options *g)
{
    assert_int_equal(outputs_open(o, g, "printed"), 0);
    assert_int_equal(outputs_read_formulas(o, g, &V, true), 0);
}

static bool read_text(const output_set *o, const char *text, double *values, value_reading *to)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    return outputs_read(o, NULL, copy, strlen(copy), values, to);
}

/* The value and constraints are the formulas, computed here by hand. */
static void records(void **state)
{
    (void)state;
    const outputs_options g = {
        .list = {{"mass=m = (.*)\nstress=json:s[1]", "cost=expr:2*mass + thick"}, 2},
        .minimise = "mass + 0.1*cost",
        .constraint = "stress <= 200; thick >= radius; 1 <= cost <= 30"};
    output_set o;
    double values[1 + 4 + 3];
    value_reading why;
    make(&o, &g);
    assert_int_equal(o.given, 2);
    assert_int_equal(outputs_constraints(&o), 4);
    assert_int_equal(outputs_count(&o), 3);
    assert_true(read_text(&o, "m = 5\n{\"s\": [0, 230]}", values, &why));
    assert_int_equal(outputs_complete(&o, 2, X, values), NES_MEASURED);
    const double cost = 2 * 5 + 3,
                 expected[] = {5 + 0.1 * cost, 30, 1, 1 - cost, cost - 30, 5, 230, cost};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(values[i] == expected[i]);
    assert_false(read_text(&o, "m = 5\n{\"s\": [0]}", values, &why));
    run_assert_has(why.why, "no output 'stress': no field s[1] in its JSON");
    assert_false(read_text(&o, "{\"s\": [0, 1]}", values, &why));
    run_assert_has(why.why, "no output 'mass': printed nothing that matches");
    outputs_close(&o);
}

static void lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } known[] = {
        {"note\n 5, 230 \n\n", NULL},
        {"5;230", NULL},
        {"5\t2.3D2", NULL},
        {"{\"stress\": 230, \"mass\": 5}", NULL},
        {"{\n \"mass\": 5,\n \"stress\": 230\n}\n", NULL},
        {"5", "no output 'mass': printed no line with 2 numbers at the end"},
        {"5 230 1", "no output 'mass': printed no line with 2 numbers"},
        {"5 high", "printed no line with 2 numbers"},
        {"", "printed no numbers"},
        {"failed", "said failed"},
        {"{\"mass\": 5}", "no output 'stress': no field stress in its JSON"},
        {"{\"mass\": 5, \"stress\": \"high\"}",
         "no output 'stress': no number in the field stress"},
    };
    output_set o;
    make(&o, &(outputs_options){.list = {{"mass, stress"}, 1}, .minimise = "mass"});
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double values[3];
        value_reading why;
        assert_int_equal(read_text(&o, known[i].text, values, &why), known[i].why == NULL);
        if (known[i].why != NULL) {
            run_assert_has(why.why, known[i].why);
            continue;
        }
        assert_int_equal(outputs_complete(&o, 2, X, values), NES_MEASURED);
        assert_true(values[0] == 5 && values[1] == 5 && values[2] == 230);
    }
    outputs_close(&o);
}

/* Constraints of variables alone are known before an evaluation. */
static void violations(void **state)
{
    (void)state;
    output_set o;
    const relation *of;
    double values[1 + 3 + 1];
    make(&o, &(outputs_options){.list = {{"mass"}, 1},
                                .minimise = "mass",
                                .constraint = "mass <= 1; thick >= radius; thick + radius <= 10"});
    assert_true(outputs_violates(&o, 2, X, values, &of));
    assert_string_equal(of->text, "thick >= radius");
    assert_true(isnan(values[0]) && values[1] == 0 && values[2] == 1 && values[3] == -3);
    assert_true(isnan(values[4]));
    assert_false(outputs_violates(&o, 2, (const double[]){5, 4}, values, &of));
    outputs_close(&o);
}

static void failures(void **state)
{
    (void)state;
    output_set o;
    double values[3] = {0, 7};
    make(&o, &(outputs_options){.list = {{"mass"}, 1},
                                .minimise = "if(mass > 6, failed, mass)",
                                .constraint = "mass <= 9"});
    assert_int_equal(outputs_complete(&o, 2, X, values), NES_FAILED);
    values[1] = 5;
    assert_int_equal(outputs_complete(&o, 2, X, values), NES_MEASURED);
    assert_true(values[0] == 5 && values[1] == -4 && values[2] == 5);
    outputs_close(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records),
        cmocka_unit_test(lines),
        cmocka_unit_test(violations),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
