/* SPDX-License-Identifier: MIT
 *
 * From the text of a formula to its instructions, by recursive descent:
 *
 *   comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
 *   sum        = product {("+" | "-") product}
 *   product    = signed {("*" | "/") signed}
 *   signed     = {"+" | "-"} primary [("^" | "**") signed]
 *   primary    = number | "(" comparison ")" | name | name "(" arguments ")" | "x[" comparison "]"
 *
 * Every function emits code that leaves one number more on the stack, or complains and answers
 * false. */
#include "formula/parser.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

bool parser_unexpected(parser *p, const char *wanted)
{
    if (p->t.kind == TOKEN_END)
        return COMPLAIN(p, p->t.at, "expected %s but found the end of the formula", wanted);
    if (p->t.kind == TOKEN_BAD_NUMBER)
        return COMPLAIN(p, p->t.at, "'%.*s' is not a number", QUOTED(&p->t));
    return COMPLAIN(p, p->t.at, "expected %s but found '%.*s'", wanted, QUOTED(&p->t));
}

void parser_advance(parser *p)
{
    p->t = formula_token(p->t.at + p->t.length);
}

bool parser_accept(parser *p, const char *symbol)
{
    if (!token_is(&p->t, symbol)) return false;
    parser_advance(p);
    return true;
}

bool parser_expect(parser *p, const char *symbol, const char *wanted)
{
    return parser_accept(p, symbol) || parser_unexpected(p, wanted);
}

bool parser_emit(parser *p, instruction i, int rise)
{
    struct formula *f = p->f;
    if (p->height + rise > STACK_MAX)
        return COMPLAIN(p, p->t.at,
                        "too many operations wait for their operands here (more than "
                        "%d); write the formula in another order",
                        STACK_MAX);
    if (f->length == f->room) {
        f->room = f->room > 0 ? 2 * f->room : 64;
        f->code = memory_resize(f->code, f->room, sizeof *f->code);
    }
    p->height += rise;
    f->code[f->length++] = i;
    return true;
}

bool parser_emit_number(parser *p, double number)
{
    return parser_emit(p, (instruction){.op = OP_NUMBER, .u.number = number}, 1);
}

static bool emit_op(parser *p, opcode op, int rise)
{
    return parser_emit(p, (instruction){.op = (uint8_t)op}, rise);
}

/* ---- operators ------------------------------------------------------------------------------ */

static bool parse_primary(parser *p)
{
    const token first = p->t;
    if (first.kind == TOKEN_NUMBER) {
        parser_advance(p);
        return parser_emit_number(p, first.number);
    }
    if (parser_accept(p, "(")) return parser_comparison(p) && parser_expect(p, ")", "')'");
    if (first.kind != TOKEN_NAME) return parser_unexpected(p, "a number, a name or '('");
    parser_advance(p);
    return parser_name(p, &first);
}

/* Emits a power whose exponent has just been compiled: whole numbers of moderate size become
 * multiplications. */
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
    return parser_emit(p, (instruction){.op = OP_WHOLE_POWER, .u.index = n}, 0);
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
        parser_advance(p);
    }
    if (!parse_primary(p)) return false;
    if (parser_accept(p, "^") || parser_accept(p, "**")) {
        const size_t exponent = p->f->length;
        if (too_deep(p)) return false;
        p->depth++;
        if (!parse_signed(p) || !emit_power(p, exponent)) return false;
        p->depth--;
    }
    return !minus || emit_op(p, OP_NEGATE, 0);
}

typedef struct infix {
    const char *symbol;
    opcode op;
} infix;

/* Takes the next token if it is one of these operators; null: it is not. */
static const infix *accept_operator(parser *p, const infix *operators)
{
    while (operators->symbol != NULL && !parser_accept(p, operators->symbol)) operators++;
    return operators->symbol == NULL ? NULL : operators;
}

/* The operators with two operands by rank: those of the last rank bind most tightly. */
enum { RANKS = 3 };
static const infix ranks[RANKS][7] = {
    {{"<", OP_LESS},
     {"<=", OP_LESS_EQUAL},
     {">", OP_GREATER},
     {">=", OP_GREATER_EQUAL},
     {"==", OP_EQUAL},
     {"!=", OP_NOT_EQUAL}},
    {{"+", OP_ADD}, {"-", OP_SUBTRACT}},
    {{"*", OP_MULTIPLY}, {"/", OP_DIVIDE}},
};

/* Reads operands with operators of one rank between them, from the left. There is at most one
 * comparison, rank 0: its result cannot be compared again. */
static bool parse_rank(parser *p, size_t rank)
{
    if (rank == RANKS) return parse_signed(p);
    if (!parse_rank(p, rank + 1)) return false;
    for (const infix *o; (o = accept_operator(p, ranks[rank])) != NULL;) {
        if (!parse_rank(p, rank + 1) || !emit_op(p, o->op, -1)) return false;
        if (rank == 0) break;
    }
    return true;
}

bool parser_comparison(parser *p)
{
    if (too_deep(p)) return false;
    p->depth++;
    if (!parse_rank(p, 0)) return false;
    p->depth--;
    return true;
}

bool formula_parse(struct formula *f, const char *text, const variables *v,
                   const variables *outputs)
{
    parser p = {.f = f, .text = text, .v = v, .outputs = outputs, .t = formula_token(text)};
    if (variables_have_names(v)) p.sorted = variables_sorted(v);
    const bool good =
        parser_comparison(&p) &&
        (p.t.kind == TOKEN_END || parser_unexpected(&p, "an operator or the end of the formula"));
    free(p.sorted);
    return good;
}
