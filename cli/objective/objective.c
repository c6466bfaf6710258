/* SPDX-License-Identifier: MIT
 *
 * What all objectives share, and the two kinds that need no process: formulas, compiled once and
 * evaluated without allocation, and built-in problems, whose optimum is known. */
#include "objective/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "formula/formula.h"
#include "nes/by_name.h"
#include "objective/program.h"

int objective_init(objective *o, size_t dim)
{
    *o = (objective){.dim = dim, .optimum = NAN};
    if (dim > 0) return 0;
    return text_error(EXIT_USAGE,
                      "the dimension is not known; say how many coordinates the objective "
                      "has with --dim N (1 or more)");
}

void objective_close(objective *o)
{
    if (o->release) o->release(o->data);
    program_close(o->program);
    if (o->named != NULL) outputs_close(o->named);
    free(o->named);
    variables_close(&o->variables);
    *o = (objective){.optimum = NAN};
}

const char *objective_failure(const char *said)
{
    return said[0] != '\0' ? "exception" : "reported by the objective";
}

/* ---- formulas ------------------------------------------------------------------------------ */

static nes_fate formula_at(size_t dim, const double *x, double *values, void *data)
{
    (void)dim; /* the formula was compiled for it */
    return formula_evaluate(data, x, values);
}

static void release_formula(void *data)
{
    formula_destroy(data);
}

int objective_formula(objective *o, const char *text, const variables *v)
{
    const int refused = objective_init(o, v->n);
    if (refused) return refused;
    o->data = formula_create(text, v);
    if (o->data == NULL) return EXIT_USAGE;
    o->record = formula_at;
    o->release = release_formula;
    return 0;
}

static nes_fate nothing_at(size_t dim, const double *x, double *values, void *data)
{
    (void)dim, (void)x, (void)data;
    values[0] = (double)NAN; /* becomes that of the formula */
    return NES_MEASURED;
}

int objective_outputs(objective *o, size_t dim)
{
    const int refused = objective_init(o, dim);
    if (refused == 0) o->record = nothing_at;
    return refused;
}

/* ---- problems ------------------------------------------------------------------------------ */

static nes_fate problem_at(size_t dim, const double *x, double *values, void *data)
{
    (void)dim; /* the problem knows its dimension */
    values[0] = nes_problem_value(data, x);
    nes_problem_constraint_values(data, 1, x, values + 1);
    return NES_MEASURED;
}

static void release_problem(void *data)
{
    nes_problem_destroy(data);
}

static const char *pattern(size_t i, const void *data)
{
    const nes_problem_kind *kind = nes_problem_kind_at(i);
    (void)data;
    return kind != NULL ? kind->pattern : NULL;
}

/* Turns an id into a pattern: dimension and size become N, the instance becomes I. An id without
 * any of these gets a dimension. */
static void to_pattern(const char *id, char *word, size_t size)
{
    size_t n = 0;
    while (*id != '\0' && n + 5 < size) {
        const char letter = id[0] == '_' && id[1] != '\0' ? id[1] : ' ';
        const size_t digits = strspn(id + (letter != ' ' ? 2 : 0), "0123456789");
        if (digits > 0 && strchr("dni", letter) != NULL) {
            word[n++] = '_';
            word[n++] = letter;
            word[n++] = letter == 'i' ? 'I' : 'N';
            id += 2 + digits;
        } else {
            word[n++] = *id++;
        }
    }
    word[n] = '\0';
    if (strchr(word, '_') == NULL) memcpy(word + n, "_dN", sizeof "_dN");
}

/* The patterns nearest to the id, as the end of a sentence. Where the name is right the sentence is
 * about what follows the name, and the hint stays empty. */
static void suggest(const char *id, char *hint, size_t size)
{
    char word[64];
    to_pattern(id, word, sizeof word);
    for (size_t i = 0; pattern(i, NULL) != NULL; i++) {
        const size_t name = strcspn(pattern(i, NULL), "0123456789IN");
        if (strncmp(word, pattern(i, NULL), name) == 0) return;
    }
    nes_nearest(word, pattern, NULL, "", "", hint, size);
}

int objective_problem(objective *o, const char *id)
{
    nes_problem *p;
    char message[NES_MESSAGE_SIZE], hint[NES_MESSAGE_SIZE] = "";
    const nes_status status = nes_problem_create(&p, id, message, sizeof message);
    if (status == NES_ERR_OPTION) suggest(id, hint, sizeof hint);
    if (status != NES_OK)
        return text_error(status == NES_ERR_MEMORY ? EXIT_OBJECTIVE : EXIT_USAGE, "%s%s", message,
                          hint);
    *o = (objective){.dim = nes_problem_dim(p),
                     .optimum = nes_problem_optimum(p),
                     .constraints = nes_problem_constraints(p),
                     .outputs = nes_problem_constraints(p),
                     .record = problem_at,
                     .data = p,
                     .problem = p,
                     .release = release_problem};
    return 0;
}
