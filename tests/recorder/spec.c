/* SPDX-License-Identifier: MIT
 *
 * A run as a text. */
#include "spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool spec_numbers(const char *text, size_t n, double *x)
{
    if (strcmp(text, "none") == 0) return false;
    const char *at = text;
    for (size_t i = 0; i < n; i++) {
        char *end;
        x[i] = strtod(at, &end);
        at = *end == ',' ? end + 1 : text;
    }
    return true;
}

/* The list is the diagonal of a factor, beside which there are numbers that make it invertible. */
static void fill_factor(size_t dim, double *a)
{
    for (size_t i = dim; i-- > 0;) {
        const double diagonal = a[i];
        memset(a + i * dim, 0, dim * sizeof *a);
        a[i * dim + i] = diagonal;
        if (i + 1 < dim) a[i * dim + i + 1] = 0.3;
    }
}

/* Utilities fall from the first number to its negative. */
static void fill_utilities(size_t n, double *u)
{
    const double first = u[0];
    for (size_t i = 0; i < n; i++)
        u[i] = n > 1 ? first * (1 - 2 * (double)i / (double)(n - 1)) : first;
}

static int set_array(const library *l, const char *name, const char *text, const spec *p,
                     settings *s)
{
    const bool matrix = strcmp(name, "factor") == 0, points = strstr(name, "utilities") != NULL;
    const size_t n = matrix ? p->dim * p->dim : points ? p->popsize : p->dim;
    double *values = calloc(n + 1, sizeof *values);
    if (values == NULL) exit(2);
    spec_numbers(text, n, values);
    if (matrix) fill_factor(p->dim, values);
    if (points) fill_utilities(n, values);
    const int status = l->set_array_(s, name, n, values);
    free(values);
    return status;
}

static bool is_array(const library *l, const char *name)
{
    for (size_t i = 0; l->option_text_(i, "name") != NULL; i++)
        if (strcmp(l->option_text_(i, "name"), name) == 0)
            return strcmp(l->option_text_(i, "type"), "array") == 0;
    return false;
}

static bool copy(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text);
    return true;
}

/* Words of the recorder; false: the word is another one. */
static bool take(spec *p, const char *name, const char *value)
{
    const struct {
        const char *name;
        unsigned *at;
    } counts[] = {{"fail", &p->fail},   {"fail_x", &p->fail_x}, {"nan", &p->nan},  {"inf", &p->inf},
                  {"close", &p->close}, {"reload", &p->reload}, {"more", &p->more}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strcmp(name, counts[i].name) == 0) {
            *counts[i].at = (unsigned)strtoul(value, NULL, 10);
            return true;
        }
    if (strcmp(name, "dim") == 0) return p->dim = strtoul(value, NULL, 10), true;
    if (strcmp(name, "noise") == 0) return p->noise = strtod(value, NULL), true;
    if (strcmp(name, "f") == 0) return copy(p->f, sizeof p->f, value);
    if (strcmp(name, "tell") == 0) return copy(p->tell, sizeof p->tell, value);
    if (strcmp(name, "user") == 0) return copy(p->user, sizeof p->user, value);
    if (strcmp(name, "x0") == 0) return copy(p->x0, sizeof p->x0, value);
    if (strcmp(name, "driver") == 0) return p->driver = true;
    if (strcmp(name, "sliced") == 0) return p->sliced = true;
    return false;
}

/* Methods and parts that go through factorisations whose last bits may change. */
static bool is_near(const char *name, const char *value)
{
    static const char *const near[] = {"canonical", "gradient",     "exp-nes",   "fisher",
                                       "gauss-cov", "gauss-factor", "gauss-exp", "user"};
    if (strcmp(name, "method") != 0 && strcmp(name, "family") != 0 &&
        strcmp(name, "gradient") != 0 && strcmp(name, "challenger") != 0)
        return false;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (strcmp(value, near[i]) == 0) return true;
    return false;
}

int spec_read(const library *l, const char *text, spec *p, settings *s)
{
    char words[SPEC_SIZE], *rest = words;
    *p = (spec){.dim = 5, .f = "ellipsoid", .tell = "all", .x0 = "0.7,-0.4,1.3"};
    snprintf(words, sizeof words, "%s", text);
    bool evals = false, gens = false, races = false;
    int status = 0;
    for (char *word; status == 0 && (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        evals = evals || strcmp(word, "max_evals") == 0;
        gens = gens || strcmp(word, "max_gens") == 0;
        p->near = p->near || is_near(word, value);
        races = races || strcmp(word, "challenger") == 0;
        if (strcmp(word, "popsize") == 0) p->popsize = (unsigned)strtoul(value, NULL, 10);
        if (take(p, word, value)) continue;
        status = is_array(l, word) ? set_array(l, word, value, p, s) : l->set_(s, word, value);
    }
    if (status == 0 && !evals) status = l->set_(s, "max_evals", p->near && races ? "75" : "200");
    if (status == 0 && !gens && !races && p->near) status = l->set_(s, "max_gens", "3");
    return status;
}
