/* SPDX-License-Identifier: MIT
 *
 * Names in a formula: variables, indices of sums, constants, sums and products, functions. */
#include "formula/parser.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "nes/by_name.h"

/* Whether the code from that instruction on gives the same for every x. */
static bool is_fixed(const parser *p, size_t from)
{
    for (size_t i = from; i < p->f->length; i++) {
        const instruction *at = &p->f->code[i];
        if (at->op == OP_X || at->op == OP_X_AT) return false;
        if (at->op == OP_INDEX && !p->loops[at->slot].fixed) return false;
    }
    return true;
}

static bool emit_x_at(parser *p, const char *place, size_t from)
{
    return parser_emit(p,
                       (instruction){.op = OP_X_AT,
                                     .fixed = is_fixed(p, from),
                                     .column = (uint32_t)(place - p->text)},
                       0);
}

enum { HINT_SIZE = 256 };

/* ---- names ---------------------------------------------------------------------------------- */

/* Whether a name is x1, x2, and so on; *number may be larger than the dimension. */
static bool is_coordinate(const token *name, double *number)
{
    if (name->length < 2 || name->at[0] != 'x') return false;
    *number = 0.0;
    for (size_t i = 1; i < name->length; i++) {
        if (name->at[i] < '0' || name->at[i] > '9') return false;
        *number = 10.0 * *number + (name->at[i] - '0');
    }
    return true;
}

static bool parse_x(parser *p, const token *name)
{
    const size_t from = p->f->length;
    if (parser_accept(p, "["))
        return parser_comparison(p) && parser_expect(p, "]", "']'") && emit_x_at(p, name->at, from);
    if (p->open == 0)
        return COMPLAIN(p, name->at,
                        "'x' alone has a meaning only inside sum(...) and prod(...); "
                        "write x1 .. x%zu or x[...]",
                        p->f->dim);
    return parser_emit(p, (instruction){.op = OP_INDEX, .slot = (uint8_t)(p->open - 1)}, 1) &&
           emit_x_at(p, name->at, from);
}

/* Writes what to say of a name that is not in a table: "; did you mean ...?", or otherwise. */
static const char *hint_for(const token *name, nes_name_at at, const void *data,
                            const char *otherwise, char hint[HINT_SIZE])
{
    char word[VARIABLES_NAME_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)name->length, name->at);
    return nes_nearest(word, at, data, "", otherwise, hint, HINT_SIZE);
}

/* The names that the user gave, outputs first. */
static const char *named_at(size_t i, const void *data)
{
    const parser *p = data;
    const size_t outputs = p->f->outputs, named = p->sorted != NULL ? p->v->n : 0;
    if (i < outputs) return p->outputs->name[i];
    return i - outputs < named ? p->v->name[i - outputs] : NULL;
}

static bool unknown_name(parser *p, const token *name)
{
    char hint[HINT_SIZE];
    if (formula_function_named(name->at, name->length))
        return COMPLAIN(p, name->at, "'%.*s' is a function; write %.*s(...)", QUOTED(name),
                        QUOTED(name));
    if (token_is(name, "i"))
        return COMPLAIN(p, name->at, "'i' has a meaning only inside sum(...) and prod(...)");
    if (p->sorted != NULL || p->f->outputs > 0)
        return COMPLAIN(p, name->at, "there is no '%.*s' here%s", QUOTED(name),
                        hint_for(name, named_at, p,
                                 p->f->outputs > 0
                                     ? "; names are those of outputs and variables, N, pi, e and "
                                       "failed"
                                     : "; names are those of the variables, N, pi, e and failed",
                                 hint));
    return COMPLAIN(p, name->at,
                    "there is no '%.*s' here; names are x1 .. x%zu, N, pi, e, failed and "
                    "the indices of sums around",
                    QUOTED(name), p->f->dim);
}

/* The number, from 0, of the variable to which the user gave that name; dim: there is none. */
static size_t find_named(const parser *p, const token *name)
{
    char copy[VARIABLES_NAME_SIZE];
    const char *key = copy;
    if (p->sorted == NULL || name->length >= sizeof copy) return p->f->dim;
    memcpy(copy, name->at, name->length);
    copy[name->length] = '\0';
    const char **found = bsearch(&key, p->sorted, p->v->n, sizeof *p->sorted, order_texts);
    return found == NULL ? p->f->dim : (size_t)(*found - p->v->name[0]) / VARIABLES_NAME_SIZE;
}

/* The number, from 0, of the output of that name; f->outputs: there is none. */
static size_t find_output(const parser *p, const token *name)
{
    char copy[VARIABLES_NAME_SIZE];
    if (p->f->outputs == 0 || name->length >= sizeof copy) return p->f->outputs;
    snprintf(copy, sizeof copy, "%.*s", (int)name->length, name->at);
    size_t i = 0;
    while (i < p->f->outputs && strcmp(p->outputs->name[i], copy) != 0) i++;
    return i;
}

/* The name of a choice is its index, as in if(material == steel, 7.8, 2.7). */
static bool parse_choice(parser *p, const token *name, double index)
{
    if (isfinite(index)) return parser_emit_number(p, index);
    return COMPLAIN(
        p, name->at,
        "'%.*s' is a choice of several variables, and not the same number of each; write "
        "the number, from 0",
        QUOTED(name));
}

static bool parse_variable(parser *p, const token *name)
{
    double number;
    for (unsigned k = p->open; k-- > 0;) {
        const token *index = &p->loops[k].name;
        if (index->length == name->length && memcmp(index->at, name->at, name->length) == 0)
            return parser_emit(p, (instruction){.op = OP_INDEX, .slot = (uint8_t)k}, 1);
    }
    if (token_is(name, "x")) return parse_x(p, name);
    const size_t named = find_named(p, name);
    if (named < p->f->dim) return parser_emit(p, (instruction){.op = OP_X, .u.index = named}, 1);
    const size_t output = find_output(p, name);
    if (output < p->f->outputs)
        return parser_emit(p, (instruction){.op = OP_X, .u.index = p->f->dim + output}, 1);
    if (is_coordinate(name, &number)) {
        if (number < 1.0 || number > (double)p->f->dim)
            return COMPLAIN(p, name->at, "'%.*s' does not exist; the coordinates are x1 .. x%zu",
                            QUOTED(name), p->f->dim);
        return parser_emit(p, (instruction){.op = OP_X, .u.index = (size_t)number - 1}, 1);
    }
    if (variables_choice(p->v, name->at, name->length, &number))
        return parse_choice(p, name, number);
    if (token_is(name, "N") || token_is(name, "n")) return parser_emit_number(p, (double)p->f->dim);
    if (token_is(name, "pi")) return parser_emit_number(p, 3.141592653589793);
    if (token_is(name, "e")) return parser_emit_number(p, 2.718281828459045);
    if (token_is(name, "failed")) {
        p->f->may_fail = true;
        return parser_emit(p, (instruction){.op = OP_FAILED}, 1);
    }
    return unknown_name(p, name);
}

/* ---- sums, products, functions -------------------------------------------------------------- */

/* Reads "i, first, last," after the parenthesis; if it is not there, i runs from 1 to N. */
static bool parse_range(parser *p, token *index)
{
    double number;
    const token second = formula_token(p->t.at + p->t.length);
    if (p->t.kind != TOKEN_NAME || !token_is(&second, ",")) {
        *index = formula_token("i");
        return parser_emit_number(p, 1.0) && parser_emit_number(p, (double)p->f->dim);
    }
    *index = p->t;
    if (token_is(index, "x") || is_coordinate(index, &number))
        return COMPLAIN(p, index->at, "'%.*s' cannot be an index; choose another name, such as i",
                        QUOTED(index));
    parser_advance(p);
    parser_advance(p);
    return parser_comparison(p) && parser_expect(p, ",", "',' and the last index") &&
           parser_comparison(p) && parser_expect(p, ",", "',' and what to add or multiply");
}

static bool parse_loop(parser *p, const token *name, opcode op)
{
    struct formula *f = p->f;
    token index;
    size_t start = f->length;
    if (p->open == LOOPS_MAX)
        return COMPLAIN(p, name->at, "sums and products inside each other: at most %d", LOOPS_MAX);
    if (!parse_range(p, &index)) return false;

    const uint8_t slot = (uint8_t)p->open++;
    p->loops[slot].name = index;
    p->loops[slot].fixed = is_fixed(p, start);
    start = f->length;
    const instruction enter = {.op = (uint8_t)op,
                               .slot = slot,
                               .fixed = p->loops[slot].fixed,
                               .column = (uint32_t)(name->at - p->text)};
    const instruction next = {.op = op == OP_SUM ? OP_SUM_NEXT : OP_PRODUCT_NEXT,
                              .slot = slot,
                              .u.jump.place = (uint32_t)start};
    if (!parser_emit(p, enter, -1) || !parser_comparison(p) || !parser_expect(p, ")", "')'") ||
        !parser_emit(p, next, -1))
        return false;
    f->code[start].u.jump.place = (uint32_t)(f->length - 1);
    f->code[start].u.jump.length = (uint32_t)(f->length - 1 - start);
    p->open--;
    return true;
}

static bool unknown_function(parser *p, const token *name)
{
    char functions[256], all[280], hint[HINT_SIZE];
    snprintf(all, sizeof all, "; there are %s", formula_functions(functions, sizeof functions));
    return COMPLAIN(p, name->at, "there is no function '%.*s'%s", QUOTED(name),
                    hint_for(name, formula_function_at, NULL, all, hint));
}

static bool parse_call(parser *p, const token *name, const formula_function *g)
{
    instruction call = {.op = (uint8_t)g->op};
    if (g->op == OP_CALL1) call.u.call1 = g->call1;
    if (g->op == OP_CALL2) call.u.call2 = g->call2;
    unsigned count = 0;
    do {
        if (!parser_comparison(p)) return false;
        count++;
        if ((count == g->arguments || (count > g->arguments && g->more)) &&
            !parser_emit(p, call, 1 - (int)g->arguments))
            return false;
    } while ((count < g->arguments || g->more) && parser_accept(p, ","));
    if (count < g->arguments || token_is(&p->t, ","))
        return COMPLAIN(p, name->at, "%s takes %u argument%s%s, not %s", g->name, g->arguments,
                        text_s(g->arguments), g->more ? " or more" : "",
                        count < g->arguments ? "fewer" : "more");
    return parser_expect(p, ")", "')'");
}

bool parser_name(parser *p, const token *name)
{
    if (!parser_accept(p, "(")) return parse_variable(p, name);
    const formula_function *g = formula_function_named(name->at, name->length);
    if (g == NULL) return unknown_function(p, name);
    if (g->op == OP_SUM || g->op == OP_PRODUCT) return parse_loop(p, name, g->op);
    return parse_call(p, name, g);
}
