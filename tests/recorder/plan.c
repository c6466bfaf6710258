/* SPDX-License-Identifier: MIT
 *
 * The runs of a record: loops over the tables of the library, and lists of situations. */
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "objective.h"
#include "words.h"

typedef struct plan {
    const library *l;
    void (*each)(const char *text, void *data);
    void *data;
} plan;

__attribute__((format(printf, 2, 3))) static void add(const plan *p, const char *format, ...)
{
    char text[SPEC_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    p->each(text, p->data);
}

static const char *const OBJECTIVES[] = {"sphere", "ellipsoid", "rosenbrock", "rastrigin",
                                         "step",   "linear",    "flat"};
static const unsigned DIMS[] = {1, 2, 3, 5, 10, 40};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Number i of the methods: auto first, which the table does not have. */
static const char *method(const plan *p, size_t i)
{
    return i == 0 ? "auto" : p->l->method_text_(i - 1, "name");
}

static size_t option_named(const plan *p, const char *name)
{
    size_t i = 0;
    while (p->l->option_text_(i, "name") != NULL &&
           strcmp(p->l->option_text_(i, "name"), name) != 0)
        i++;
    return i;
}

static const char *word(const plan *p, const char *name, size_t i)
{
    return p->l->option_word_(p->l->option_at_(option_named(p, name)), i);
}

/* What bits need beside the method. */
static const char *bits(const char *name)
{
    const bool binary = strcmp(name, "bernoulli") == 0 || strcmp(name, "categorical") == 0;
    return binary ? " bits=yes x0=1,0,0,1,1" : "";
}

static void methods(const plan *p)
{
    for (size_t m = 0; method(p, m) != NULL; m++)
        for (size_t d = 0; d < COUNT(DIMS); d++)
            for (size_t f = 0; f < COUNT(OBJECTIVES); f++)
                for (unsigned seed = 1; seed <= (f < 2 ? 2 : 1); seed++)
                    add(p, "method=%s dim=%u f=%s seed=%u%s", method(p, m), DIMS[d], OBJECTIVES[f],
                        seed, bits(method(p, m)));
}

static void parts(const plan *p)
{
    static const char *const others[] = {"dim=2 f=rosenbrock popsize=8",
                                         "dim=5 lower=-1,-inf upper=1.5,inf,2 popsize=12",
                                         "dim=3 f=step popsize=40 eta_mu=0.1 eta_sigma=0.01"};
    const char *f, *s, *g, *c;
    for (size_t i = 0; (f = word(p, "family", i)) != NULL; i++) {
        const char *law = strcmp(f, "user") == 0          ? " user=density"
                          : strcmp(f, "user-radial") == 0 ? " user=mixture"
                          : strcmp(f, "gauss-dd") == 0    ? " paths=cumulation"
                                                          : "";
        for (size_t j = 0; (s = word(p, "sampling", j)) != NULL; j++)
            for (size_t k = 0; (g = word(p, "gradient", k)) != NULL; k++)
                for (size_t n = 0; (c = word(p, "scheme", n)) != NULL; n++)
                    for (size_t o = 0; o < COUNT(others); o++)
                        add(p, "family=%s sampling=%s gradient=%s scheme=%s %s%s%s", f, s, g, c,
                            others[o], law, bits(f));
    }
}

/* Options that the recorder has a hand in itself, or that end a run at a time. */
static bool is_own(const char *name)
{
    static const char *const own[] = {"method", "family", "gradient", "sampling", "scheme"};
    for (size_t i = 0; i < COUNT(own); i++)
        if (strcmp(name, own[i]) == 0) return true;
    return false;
}

/* Tries of a number: the library refuses those out of range. */
static const char *const REALS[] = {"0.001", "0.2", "0.9", "1.7", "6", "60", "off", "auto"};
static const char *const COUNTS[] = {"1", "2", "5", "12", "40", "off", "auto"};
static const char *const FLAGS[] = {"yes", "no"};

static const char *value(const plan *p, size_t o, size_t i)
{
    const char *type = p->l->option_text_(o, "type");
    if (strcmp(type, "real") == 0) return i < COUNT(REALS) ? REALS[i] : NULL;
    if (strcmp(type, "count") == 0) return i < COUNT(COUNTS) ? COUNTS[i] : NULL;
    if (strcmp(type, "flag") == 0) return i < COUNT(FLAGS) ? FLAGS[i] : NULL;
    return p->l->option_word_(p->l->option_at_(o), i);
}

/* What makes an option matter. */
static const char *companion(const char *name)
{
    static const char *const table[][2] = {
        {"restart_", "restarts=ipop tolfun=1 max_evals=500"},
        {"max_runs", "restarts=bipop tolfun=1 max_evals=500"},
        {"restarts", "tolfun=1 max_evals=500"},
        {"race_", "challenger=snes race_first=40 race_length=30"},
        {"challenger", "race_first=40 race_length=30"},
        {"mixing_", "mixing=importance"},
        {"c_rho", "adaptation=virtual"},
        {"as_", "adaptation=virtual"},
        {"snr_", "rates=snr"},
        {"adapt_nu", "family=student"},
        {"eta_nu", "family=student adapt_nu=yes"},
        {"retries", "fail=4"},
        {"failures", "fail=4 fail_x=9 retries=1"},
        {"replacements", "fail_x=4 failures=resample"},
        {"max_failed", "fail=4"},
        {"all_failed", "fail_x=1"},
        {"max_infeasible", "nan=1"},
        {"bounds", "lower=-1 upper=1.5,inf,2"},
        {"margin", "integer=0,1"},
        {"noisy", "noise=0.5"},
        {"ties", "f=step"},
        {"flat", "f=step"},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if (strncmp(name, table[i][0], strlen(table[i][0])) == 0) return table[i][1];
    return "f=rosenbrock";
}

static void options(const plan *p)
{
    const char *name, *text;
    for (size_t o = 0; (name = p->l->option_text_(o, "name")) != NULL; o++)
        for (size_t i = 0; !is_own(name) && (text = value(p, o, i)) != NULL; i++)
            for (size_t m = 0; method(p, m) != NULL; m++) {
                const bool large = strncmp(name, "max_evals", 9) == 0 && strcmp(text, "off") == 0;
                add(p, "method=%s %s=%s %s%s%s", method(p, m), name, text, companion(name),
                    large ? " max_gens=20" : "", bits(method(p, m)));
            }
    for (size_t i = 0; (text = word(p, "restarts", i)) != NULL; i++) /* for all of them at once */
        for (size_t o = 0; (name = p->l->option_text_(o, "name")) != NULL; o++)
            for (size_t k = 0; strncmp(name, "restart_", 8) == 0 && value(p, o, k) != NULL; k++)
                add(p, "method=xnes restarts=%s %s=%s f=rastrigin tolfun=1 max_evals=900", text,
                    name, value(p, o, k));
}

static void situations(const plan *p)
{
    for (size_t m = 0; method(p, m) != NULL; m++)
        for (size_t i = 0; SITUATIONS[i] != NULL; i++)
            add(p, "method=%s %s%s", method(p, m), SITUATIONS[i], bits(method(p, m)));
}

static void laws(const plan *p)
{
    static const char *const users[] = {"family=user user=density", "family=user user=sampler",
                                        "family=user-radial user=normal",
                                        "family=user-radial user=mixture"};
    for (size_t u = 0; u < COUNT(users); u++)
        for (size_t i = 0; SITUATIONS[i] != NULL; i++)
            if (strstr(SITUATIONS[i], "driver") == NULL)
                add(p, "%s dim=3 %s", users[u], SITUATIONS[i]);
}

static void large(const plan *p)
{
    static const char *const names[] = {"snes",     "snes-snr", "cr-fm-nes", "lm-ma-es",
                                        "1+1-snes", "1+1-nes",  "auto"};
    static const char *const others[] = {"f=sphere",
                                         "f=ellipsoid lower=-2 upper=inf,3",
                                         "f=rosenbrock window=5 popsize=20",
                                         "sliced=1",
                                         "close=2 fail=9",
                                         "reload=2 threads=2"};
    for (size_t m = 0; m < COUNT(names); m++)
        for (size_t i = 0; i < COUNT(others); i++) {
            add(p, "method=%s dim=300 %s", names[m], others[i]);
            add(p, "method=%s dim=20000 max_evals=45 %s", names[m], others[i]);
        }
    add(p, "family=student-diag dim=20000 max_evals=45");
    add(p, "family=student-diag dim=20000 max_evals=45 sliced=1 sampling=mirrored");
    add(p, "method=bernoulli bits=yes dim=20000 max_evals=45 x0=1,0");
    add(p, "method=dd-xnes dim=120 max_evals=300");
    add(p, "method=xnes dim=120 max_evals=100");
}

static void mixtures(const plan *p)
{
    for (unsigned round = 0; round < 9000; round++) {
        char text[SPEC_SIZE] = "";
        uint64_t number = round;
        size_t count = 0, length = 0;
        while (METHODS[count] != NULL) count++;
        number = digest(number, "", 0);
        const char *name = METHODS[number % count];
        for (size_t i = 0; SLOTS[i][0] != NULL; i++) {
            number = digest(number, &i, sizeof i);
            const char *drawn = SLOTS[i][(number >> 20) % (i < 3 || number % 3 == 0 ? 7 : 3)];
            if (*drawn != '\0')
                length += (size_t)snprintf(text + length, sizeof text - length, " %s", drawn);
        }
        add(p, "method=%s%s%s", name, text, bits(name));
    }
}

void plan_all(const library *l, void (*each)(const char *text, void *data), void *data)
{
    const plan p = {l, each, data};
    methods(&p);
    parts(&p);
    options(&p);
    situations(&p);
    laws(&p);
    large(&p);
    mixtures(&p);
}
