/* SPDX-License-Identifier: MIT
 *
 * From the text of a formula to its instructions, by recursive descent; one function per line:
 *
 *   comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
 *   sum        = product {("+" | "-") product}
 *   product    = signed {("*" | "/") signed}
 *   signed     = {"+" | "-"} primary [("^" | "**") signed]
 *   primary    = number | "(" comparison ")" | name | name "(" arguments ")" | "x[" comparison "]"
 *
 * Every function emits code that leaves one number more on the stack, or complains and answers
 * false. */
#include "formula/code.h"
#include "formula/lex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    struct formula *f;
    const char *text;
    const variables *v;
    formula_names names; /* of the coordinates */
    token t;             /* the next one */
    int depth;           /* of comparison and signed inside each other */
    int height;          /* of the stack, here */
    unsigned open;       /* loops around this place */
    struct {
        token name;
        bool fixed; /* the bounds do not depend on x */
    } loops[LOOPS_MAX];
    char *message;
    size_t size;
} parser;

static bool parse_comparison(parser *p);
static bool parse_signed(parser *p);

#define COMPLAIN(p, place, ...)                                                                    \
    formula_complain((p)->message, (p)->size, (p)->text, (size_t)((place) - (p)->text), __VA_ARGS__)

/* At most 30 bytes of a token, for messages. */
#define QUOTED(t) (int)((t)->length < 30 ? (t)->length : 30), (t)->at

static bool unexpected(parser *p, const char *wanted)
{
    if (p->t.kind == TOKEN_END)
        return COMPLAIN(p, p->t.at, "expected %s but found the end of the formula", wanted);
    if (p->t.kind == TOKEN_BAD_NUMBER)
        return COMPLAIN(p, p->t.at, "'%.*s' is not a number", QUOTED(&p->t));
    return COMPLAIN(p, p->t.at, "expected %s but found '%.*s'", wanted, QUOTED(&p->t));
}

static void advance(parser *p)
{
    p->t = formula_token(p->t.at + p->t.length);
}

static bool accept(parser *p, const char *symbol)
{
    if (!token_is(&p->t, symbol)) return false;
    advance(p);
    return true;
}

static bool expect(parser *p, const char *symbol, const char *wanted)
{
    return accept(p, symbol) || unexpected(p, wanted);
}

/* Appends an instruction; rise is what it adds to the height of the stack. */
static bool emit(parser *p, instruction i, int rise)
{
    struct formula *f = p->f;
    if (p->height + rise > STACK_MAX)
        return COMPLAIN(p, p->t.at,
                        "too many operations wait for their operands here (more than "
                        "%d); write the formula in another order",
                        STACK_MAX);
    if (f->length == f->room) {
        const size_t room = f->room ? 2 * f->room : 64;
        instruction *code = realloc(f->code, room * sizeof *code);
        if (!code) return COMPLAIN(p, p->t.at, "there is not enough memory for the formula");
        f->code = code;
        f->room = room;
    }
    p->height += rise;
    f->code[f->length++] = i;
    return true;
}

static bool emit_op(parser *p, opcode op, int rise)
{
    return emit(p, (instruction){.op = (uint8_t)op}, rise);
}

static bool emit_number(parser *p, double number)
{
    return emit(p, (instruction){.op = OP_NUMBER, .u.number = number}, 1);
}

/* Whether the code from there on gives the same for every x. */
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
    return emit(p,
                (instruction){.op = OP_X_AT,
                              .fixed = is_fixed(p, from),
                              .column = (uint32_t)(place - p->text)},
                0);
}

/* ---- names ---------------------------------------------------------------------------------- */

static bool same_token(const token *a, const token *b)
{
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* x1, x2, ...: true when the name is one of these, with the number, which may be too large. */
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
    if (accept(p, "["))
        return parse_comparison(p) && expect(p, "]", "']'") && emit_x_at(p, name->at, from);
    if (p->open == 0)
        return COMPLAIN(p, name->at,
                        "'x' alone has a meaning only inside sum(...) and prod(...); "
                        "write x1 .. x%zu or x[...]",
                        p->f->dim);
    return emit(p, (instruction){.op = OP_INDEX, .slot = (uint8_t)(p->open - 1)}, 1) &&
           emit_x_at(p, name->at, from);
}

static bool unknown_name(parser *p, const token *name)
{
    if (formula_function_named(name->at, name->length) || token_is(name, "sum") ||
        token_is(name, "prod"))
        return COMPLAIN(p, name->at, "'%.*s' is a function; write %.*s(...)", QUOTED(name),
                        QUOTED(name));
    if (token_is(name, "i"))
        return COMPLAIN(p, name->at, "'i' has a meaning only inside sum(...) and prod(...)");
    if (variables_have_names(p->v)) {
        char hint[256];
        formula_variable_hint(p->v, name->at, name->length, hint, sizeof hint);
        return COMPLAIN(p, name->at, "there is no '%.*s' here%s", QUOTED(name), hint);
    }
    return COMPLAIN(p, name->at,
                    "there is no '%.*s' here; names are x1 .. x%zu, N, pi, e, failed and "
                    "the indices of sums around",
                    QUOTED(name), p->f->dim);
}

static bool parse_variable(parser *p, const token *name)
{
    double number;
    for (unsigned k = p->open; k-- > 0;)
        if (same_token(&p->loops[k].name, name))
            return emit(p, (instruction){.op = OP_INDEX, .slot = (uint8_t)k}, 1);
    if (token_is(name, "x")) return parse_x(p, name);
    const size_t named = formula_names_find(&p->names, name->at, name->length);
    if (named < p->f->dim) return emit(p, (instruction){.op = OP_X, .u.index = named}, 1);
    if (is_coordinate(name, &number)) {
        if (number < 1.0 || number > (double)p->f->dim)
            return COMPLAIN(p, name->at, "'%.*s' does not exist; the coordinates are x1 .. x%zu",
                            QUOTED(name), p->f->dim);
        return emit(p, (instruction){.op = OP_X, .u.index = (size_t)number - 1}, 1);
    }
    if (token_is(name, "N") || token_is(name, "n")) return emit_number(p, (double)p->f->dim);
    if (formula_constant_named(name->at, name->length, &number)) return emit_number(p, number);
    if (token_is(name, "failed")) {
        p->f->may_fail = true;
        return emit(p, (instruction){.op = OP_FAILED}, 1);
    }
    return unknown_name(p, name);
}

/* ---- sums, products, functions -------------------------------------------------------------- */

/* "i, first, last," after the parenthesis; or nothing, for i = 1..N. */
static bool parse_range(parser *p, token *index)
{
    double number;
    const token second = formula_token(p->t.at + p->t.length);
    if (p->t.kind != TOKEN_NAME || !token_is(&second, ",")) {
        *index = formula_token("i");
        return emit_number(p, 1.0) && emit_number(p, (double)p->f->dim);
    }
    *index = p->t;
    if (token_is(index, "x") || is_coordinate(index, &number))
        return COMPLAIN(p, index->at, "'%.*s' cannot be an index; choose another name, such as i",
                        QUOTED(index));
    advance(p);
    advance(p);
    return parse_comparison(p) && expect(p, ",", "',' and the last index") && parse_comparison(p) &&
           expect(p, ",", "',' and what to add or multiply");
}

static bool parse_loop(parser *p, const token *name)
{
    const bool sum = token_is(name, "sum");
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
    const instruction enter = {.op = sum ? OP_SUM : OP_PRODUCT,
                               .slot = slot,
                               .fixed = p->loops[slot].fixed,
                               .column = (uint32_t)(name->at - p->text)};
    const instruction next = {
        .op = sum ? OP_SUM_NEXT : OP_PRODUCT_NEXT, .slot = slot, .u.jump.place = (uint32_t)start};
    if (!emit(p, enter, -1) || !parse_comparison(p) || !expect(p, ")", "')'") || !emit(p, next, -1))
        return false;
    f->code[start].u.jump.place = (uint32_t)(f->length - 1);
    f->code[start].u.jump.length = (uint32_t)(f->length - 1 - start);
    p->open--;
    return true;
}

static bool unknown_function(parser *p, const token *name)
{
    char hint[256];
    formula_function_hint(name->at, name->length, hint, sizeof hint);
    return COMPLAIN(p, name->at, "there is no function '%.*s'%s", QUOTED(name), hint);
}

static bool parse_call(parser *p, const token *name)
{
    const formula_function *g = formula_function_named(name->at, name->length);
    if (!g) return unknown_function(p, name);
    instruction call = {.op = (uint8_t)g->op};
    if (g->op == OP_CALL1) call.u.call1 = g->call1;
    if (g->op == OP_CALL2) call.u.call2 = g->call2;
    unsigned count = 0;
    do {
        if (!parse_comparison(p)) return false;
        count++;
        if ((count == g->arguments || (count > g->arguments && g->more)) &&
            !emit(p, call, 1 - (int)g->arguments))
            return false;
    } while ((count < g->arguments || g->more) && accept(p, ","));
    if (count < g->arguments || token_is(&p->t, ","))
        return COMPLAIN(p, name->at, "%s takes %u argument%s%s, not %s", g->name, g->arguments,
                        g->arguments == 1 ? "" : "s", g->more ? " or more" : "",
                        count < g->arguments ? "fewer" : "more");
    return expect(p, ")", "')'");
}

/* ---- operators ------------------------------------------------------------------------------ */

static bool parse_primary(parser *p)
{
    const token first = p->t;
    if (first.kind == TOKEN_NUMBER) {
        advance(p);
        return emit_number(p, first.number);
    }
    if (accept(p, "(")) return parse_comparison(p) && expect(p, ")", "')'");
    if (first.kind != TOKEN_NAME) return unexpected(p, "a number, a name or '('");
    advance(p);
    if (!accept(p, "(")) return parse_variable(p, &first);
    if (token_is(&first, "sum") || token_is(&first, "prod")) return parse_loop(p, &first);
    return parse_call(p, &first);
}

/* The exponent has just been compiled: whole numbers of moderate size become multiplications. */
static bool emit_power(parser *p, size_t exponent)
{
    struct formula *f = p->f;
    const instruction *last = &f->code[exponent];
    if (f->length != exponent + 1 || last->op != OP_NUMBER || last->u.number < 1.0 ||
        last->u.number > POWER_MAX || last->u.number != floor(last->u.number))
        return emit_op(p, OP_POWER, -1);
    const size_t n = (size_t)last->u.number;
    f->length--;
    p->height--;
    return emit(p, (instruction){.op = OP_WHOLE_POWER, .u.index = n}, 0);
}

static bool too_deep(parser *p)
{
    if (p->depth < DEPTH_MAX) return false;
    COMPLAIN(p, p->t.at, "more than %d levels of nesting", DEPTH_MAX);
    return true;
}

static bool parse_signed(parser *p)
{
    bool minus = false;
    while (token_is(&p->t, "-") || token_is(&p->t, "+")) {
        minus ^= token_is(&p->t, "-");
        advance(p);
    }
    if (!parse_primary(p)) return false;
    if (accept(p, "^") || accept(p, "**")) {
        const size_t exponent = p->f->length;
        if (too_deep(p)) return false;
        p->depth++;
        if (!parse_signed(p) || !emit_power(p, exponent)) return false;
        p->depth--;
    }
    return !minus || emit_op(p, OP_NEGATE, 0);
}

static bool parse_product(parser *p)
{
    if (!parse_signed(p)) return false;
    for (;;) {
        const opcode op = token_is(&p->t, "*") ? OP_MULTIPLY : OP_DIVIDE;
        if (!accept(p, "*") && !accept(p, "/")) return true;
        if (!parse_signed(p) || !emit_op(p, op, -1)) return false;
    }
}

static bool parse_sum(parser *p)
{
    if (!parse_product(p)) return false;
    for (;;) {
        const opcode op = token_is(&p->t, "+") ? OP_ADD : OP_SUBTRACT;
        if (!accept(p, "+") && !accept(p, "-")) return true;
        if (!parse_product(p) || !emit_op(p, op, -1)) return false;
    }
}

static bool parse_comparison(parser *p)
{
    static const struct {
        const char *symbol;
        opcode op;
    } comparisons[] = {{"<", OP_LESS},           {"<=", OP_LESS_EQUAL}, {">", OP_GREATER},
                       {">=", OP_GREATER_EQUAL}, {"==", OP_EQUAL},      {"!=", OP_NOT_EQUAL}};
    if (too_deep(p)) return false;
    p->depth++;
    if (!parse_sum(p)) return false;
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        if (accept(p, comparisons[i].symbol)) {
            if (!parse_sum(p) || !emit_op(p, comparisons[i].op, -1)) return false;
            break;
        }
    p->depth--;
    return true;
}

bool formula_parse(struct formula *f, const char *text, const variables *v, char *message,
                   size_t size)
{
    parser p = {.f = f, .text = text, .v = v, .message = message, .size = size};
    if (!formula_names_open(&p.names, v))
        return COMPLAIN(&p, text, "there is not enough memory for the formula");
    p.t = formula_token(text);
    const bool good =
        parse_comparison(&p) &&
        (p.t.kind == TOKEN_END || unexpected(&p, "an operator or the end of the formula"));
    formula_names_close(&p.names);
    return good;
}
