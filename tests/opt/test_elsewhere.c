/* SPDX-License-Identifier: MIT
 *
 * Names of other optimisers: each is known once, leads to something that there is, and is answered
 * with it. Words of an option are taken in any case. */
#include <stdio.h>

#include "opt/settings/elsewhere.h"
#include "opt/settings/options.h"
#include "support/runs.h"

enum { NAME = 64 };

/* Takes the next of the words that blanks separate; false: there is none. */
static bool next_word(const char **at, char word[NAME])
{
    const size_t n = strcspn(*at, " ");
    assert_true(n < NAME);
    snprintf(word, NAME, "%.*s", (int)n, *at);
    *at += n + strspn(*at + n, " ");
    return n > 0;
}

static bool is_beside(const char *word)
{
    static const char *const words[] = {"callback", "dim",        "inject", "out",
                                        "progress", "vectorized", "x0"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

/* What a row leads to can be written: an option that there is, with a value that it takes. */
static void leads_somewhere(const nes_elsewhere *row)
{
    nes_settings s;
    char part[NAME];
    nes_settings_default(&s);
    if (is_beside(row->here)) return;
    for (const char *at = row->here; next_word(&at, part);) {
        char *equals = strchr(part, '=');
        if (equals != NULL) *equals = '\0';
        if (nes_field_find(part) == NULL) fail_msg("%s: there is no option %s", row->names, part);
        if (equals != NULL && nes_set(&s, part, equals + 1) != NES_OK)
            fail_msg("%s: %s", row->names, s.message);
    }
    assert_true(row->here[0] != '\0' || row->doc[0] != '\0');
}

static void every_name_leads_somewhere(void **state)
{
    (void)state;
    const nes_elsewhere *row;
    char name[NAME];
    size_t names = 0;
    for (size_t i = 0; (row = nes_elsewhere_at(i)) != NULL; i++) {
        leads_somewhere(row);
        for (const char *at = row->names; next_word(&at, name); names++)
            if (nes_elsewhere_find(name) != row) fail_msg("%s is there twice", name);
    }
    assert_true(names > 250);
    assert_null(nes_elsewhere_find("popsize"));
    assert_null(nes_elsewhere_find(""));
    assert_null(nes_elsewhere_find(NULL));
}

static bool names_method(const char *list, const char *method)
{
    const char *at = strstr(list, method);
    const size_t n = strlen(method);
    return at != NULL && (at == list || at[-1] == ' ') && strchr(", ", at[n]) != NULL;
}

/* What is said of a step size that is to stay as it is holds for every method that it names. */
static void sigma_is_held_where_it_is_said(void **state)
{
    (void)state;
    char stays[256];
    const char *doc = nes_elsewhere_find("AdaptSigma")->doc, *moves = strstr(doc, "but not in ");
    size_t held = 0, moved = 0;
    assert_non_null(moves);
    snprintf(stays, sizeof stays, "%.*s", (int)(moves - doc), doc);
    for (size_t i = 0; nes_method_at(i) != NULL; i++) {
        const char *method = nes_method_at(i)->name;
        const bool holds = names_method(stays, method);
        nes_settings s;
        nes_result r;
        if (!holds && !names_method(moves, method)) continue;
        nes_settings_default(&s);
        assert_int_equal(nes_set(&s, "method", method), NES_OK);
        s.eta_sigma = 0;
        s.sigma = 0.5;
        s.max_gens = 40;
        double x[] = {3, 3, 3, 3, 3};
        assert_int_equal(nes_minimize(run_ellipsoid, NULL, 5, x, &s, &r), NES_OK);
        if ((fabs(r.sigma - 0.5) < 1e-12) != holds) fail_msg("%s: %g", method, r.sigma);
        held += holds;
        moved += !holds;
    }
    assert_true(held == 3 && moved == 4);
}

/* A name that is an option here, too, is in a row of its own, and its refusals explain both. */
static void no_option_is_hidden(void **state)
{
    (void)state;
    const nes_option *o;
    const nes_elsewhere *row;
    size_t both = 0;
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++) {
        if ((row = nes_elsewhere_find(o->name)) == NULL) continue;
        assert_string_equal(row->names, o->name);
        assert_true(row->doc[0] != '\0');
        both++;
    }
    assert_int_equal(both, 3);
}

/* The longest sentences, too, are whole. */
static void answers_are_whole(void **state)
{
    (void)state;
    const nes_elsewhere *row;
    char name[NAME], answer[NES_MESSAGE_SIZE];
    nes_settings s;
    nes_settings_default(&s);
    for (size_t i = 0; (row = nes_elsewhere_at(i)) != NULL; i++)
        for (const char *at = row->names; next_word(&at, name);) {
            if (nes_field_find(name) != NULL) continue;
            nes_elsewhere_answer(row, "", answer, sizeof answer);
            assert_int_equal(nes_set(&s, name, "1"), NES_ERR_OPTION);
            const size_t n = strlen(answer), all = strlen(s.message);
            if (all < n || strcmp(s.message + all - n, answer) != 0) fail_msg("%s", s.message);
        }
}

typedef struct attempt {
    const char *name, *value, *answer;
} attempt;

static void said(void **state)
{
    (void)state;
    static const attempt attempts[] = {
        {"maxfevals", "9", "there is no option 'maxfevals'; write max_evals"},
        {"MaxFunEvals", "9", "there is no option 'MaxFunEvals'; write max_evals"},
        {"CMA_diagonal", "1",
         "there is no option 'CMA_diagonal'; write method=snes: one standard deviation per "
         "variable, and no more"},
        {"integer_variables", "0",
         "there is no option 'integer_variables'; write integer: a 1 for each variable that is an "
         "integer and a 0 for each other one, not their numbers"},
        {"xatol", "1e-3",
         "there is no option 'xatol'; write tolx_abs: for standard deviations themselves; tolx is "
         "relative to their initial values"},
        {"typical_x", "1",
         "there is no option 'typical_x'; the start is an argument of nes_create()"},
        {"polish", "1",
         "there is no option 'polish'; no other search refines the answer; a smaller tolx or "
         "tolfun gives more digits"},
        {"tolx", "2",
         "option 'tolx' is 2, but must be at least 0 and at most 1, or 'off' or 'auto'; here tolx "
         "is relative to the initial standard deviations, as NLopt's xtol_rel; tolx_abs is "
         "absolute, as tolx of pycma"},
        {"bounds", "0,1",
         "option 'bounds' has no word '0,1'. There are: transform, reflect, resample; bounds is "
         "the way to "
         "keep points inside; lower and upper are the numbers"},
        {"method", "CMA-ES",
         "there is no method 'CMA-ES'; write dd-xnes: it learns a covariance matrix as CMA-ES "
         "does"},
        {"method", "sep-cma-es",
         "there is no method 'sep-cma-es'; write snes: one standard deviation per variable"},
        {"method", "lm-cma",
         "there is no method 'lm-cma'; write lm-ma-es: directions instead of a matrix"},
        {"method", "bipop-cma-es",
         "there is no method 'bipop-cma-es'; write dd-xnes and restarts=bipop"},
        {"method", "(1+1)-ES", "there is no method '(1+1)-ES'; write 1+1-xnes"},
        {"challenger", "L-BFGS-B", NULL},
    };
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        const attempt *a = &attempts[i];
        nes_settings s;
        nes_settings_default(&s);
        assert_true(nes_set(&s, a->name, a->value) != NES_OK);
        if (a->answer != NULL) assert_string_equal(s.message, a->answer);
    }
}

static void texts(void **state)
{
    (void)state;
    assert_string_equal(nes_elsewhere_text("maxfev", "here"), "max_evals");
    assert_string_equal(nes_elsewhere_text("MAX-FEV", "here"), "max_evals");
    assert_string_equal(nes_elsewhere_text("timeout", "doc"), "in seconds");
    assert_null(nes_elsewhere_text("maxfev", "colour"));
    assert_null(nes_elsewhere_text("maxfev", NULL));
    assert_null(nes_elsewhere_text("nothing", "here"));
}

static void in_capitals(const char *word, char text[NAME])
{
    size_t i = 0;
    for (; word[i] != '\0' && i + 1 < NAME; i++)
        text[i] = word[i] >= 'a' && word[i] <= 'z' ? (char)(word[i] - 'a' + 'A') : word[i];
    text[i] = '\0';
}

/* Every word of every choice, and those for numbers and flags, is taken in capitals and read back
 * as it is in the table. */
static void case_does_not_count(void **state)
{
    (void)state;
    const nes_option *o;
    char capitals[NAME], text[NAME];
    nes_settings s;
    nes_settings_default(&s);
    for (size_t i = 0; (o = nes_option_at(i)) != NULL; i++) {
        const char *word;
        for (size_t j = 0; (word = nes_option_word(o, j)) != NULL; j++) {
            in_capitals(word, capitals);
            assert_int_equal(nes_set(&s, o->name, capitals), NES_OK);
            assert_int_equal(nes_get(&s, o->name, text, sizeof text), NES_OK);
            assert_string_equal(text, word);
        }
    }
    assert_int_equal(nes_set(&s, "family", "Auto"), NES_OK);
    assert_int_equal(nes_set(&s, "maximize", "True"), NES_OK);
    assert_true(s.maximize);
    assert_int_equal(nes_set(&s, "tolx", "Off"), NES_OK);
    assert_int_equal(nes_set(&s, "popsize", "AUTO"), NES_OK);
}

/* A run takes words that were assigned, in capitals too, and has those of the table. */
static void assigned_words(void **state)
{
    (void)state;
    nes_settings s = run_settings("xNES"), t = run_settings("xnes");
    s.restarts = "IPOP", t.restarts = "ipop";
    s.noisy = "NO", s.eval_start = "No";
    t.noisy = "no", t.eval_start = "no";
    nes_opt *a = run_start(3, NULL, &s), *b = run_start(3, NULL, &t);
    assert_string_equal(nes_get_settings(a)->method, "xnes");
    assert_string_equal(nes_get_settings(a)->restarts, "ipop");
    assert_int_equal(nes_fingerprint(a), nes_fingerprint(b));
    nes_destroy(a);
    nes_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_leads_somewhere),
        cmocka_unit_test(sigma_is_held_where_it_is_said),
        cmocka_unit_test(no_option_is_hidden),
        cmocka_unit_test(answers_are_whole),
        cmocka_unit_test(said),
        cmocka_unit_test(texts),
        cmocka_unit_test(case_does_not_count),
        cmocka_unit_test(assigned_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
