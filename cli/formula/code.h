/* SPDX-License-Identifier: MIT
 *
 * Inside the formula language: the compiled form shared by parser and evaluator.
 *
 * A formula is a list of instructions for a stack of numbers, in postfix order: "x1 + 2*x2" is
 * X 0, NUMBER 2, X 1, MULTIPLY, ADD. The parser knows how high the stack gets and refuses what is
 * higher than STACK_MAX, so that the evaluator needs neither allocation nor checks. */
#ifndef FORMULA_CODE_H
#define FORMULA_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/variables.h"

enum {
    TEXT_MAX = 1000 * 1000, /* bytes of a formula */
    STACK_MAX = 256,        /* numbers waiting for an operator */
    DEPTH_MAX = 200,        /* parentheses inside parentheses */
    LOOPS_MAX = 16,         /* sums inside sums */
    POWER_MAX = 16          /* larger whole exponents go to pow, which is then more exact */
};

typedef enum opcode {
    OP_NUMBER, /* push number */
    OP_FAILED, /* push what stands for the word failed */
    OP_X,      /* push x[index], known to be inside */
    OP_INDEX,  /* push the running index of loop slot */
    OP_X_AT,   /* replace k by x[k-1], NaN when k is no index */
    OP_NEGATE, /* the usual ones */
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_POWER,       /* any exponent */
    OP_WHOLE_POWER, /* exponent index, by multiplication */
    OP_LESS,        /* comparisons give 1 or 0 */
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_IF,       /* c a b -> a where c is not 0, else b */
    OP_CALL1,    /* call1(top) */
    OP_CALL2,    /* call2(below, top) */
    OP_SUM,      /* first last -> 0; enters loop slot, or jumps to its end when it is empty */
    OP_PRODUCT,  /* likewise -> 1 */
    OP_SUM_NEXT, /* sum term -> sum + term; jumps back until the loop is over */
    OP_PRODUCT_NEXT
} opcode;

typedef struct instruction {
    uint8_t op;
    uint8_t slot;    /* of a loop */
    bool fixed;      /* X_AT, SUM, PRODUCT: the operands do not depend on x */
    uint32_t column; /* where in the text, from 0 */
    union {
        double number;
        size_t index; /* coordinate from 0, or exponent */
        struct {
            uint32_t place;  /* in the code, where a loop jumps to */
            uint32_t length; /* SUM, PRODUCT: instructions for one term */
        } jump;
        double (*call1)(double);
        double (*call2)(double, double);
    } u;
} instruction;

struct formula {
    size_t dim;
    double operations; /* the most in one evaluation */
    bool may_fail;     /* it has the word failed in it, */
    double failed; /* for which this number stands: NaN, but for finding out where a NaN is from */
    size_t length, room;
    instruction *code; /* owned */
};

typedef enum fault_kind { FAULT_NONE, FAULT_INDEX, FAULT_BOUNDS, FAULT_LENGTH } fault_kind;

/* What formula_run found wrong with operands that do not depend on x. */
typedef struct formula_fault {
    fault_kind kind;
    uint32_t column;
    double a, b; /* the index; or both bounds */
} formula_fault;

/* The value at x; fault (may be null) gets the first fault. */
double formula_run(const struct formula *f, const double *x, formula_fault *fault);

/* A function of the language. */
typedef struct formula_function {
    const char *name;
    unsigned arguments; /* how many */
    bool more;          /* or more of them, taken together from the left */
    opcode op;          /* CALL1, CALL2 or IF */
    double (*call1)(double);
    double (*call2)(double, double);
} formula_function;

const formula_function *formula_function_named(const char *name, size_t length); /* null: none */
const char *formula_function_name(size_t i); /* sum and prod too; null past the end */

/* For a name that is no function: "; did you mean ...?", or all that there are. */
void formula_function_hint(const char *name, size_t length, char *hint, size_t size);

/* The coordinates that the user gave names, to be found by them. */
typedef struct formula_names {
    const variables *v;  /* borrowed */
    const char **sorted; /* owned; null: there are no names */
} formula_names;

bool formula_names_open(formula_names *n, const variables *v); /* false: no memory */
size_t formula_names_find(const formula_names *n, const char *name, size_t length); /* v->n: none */
void formula_names_close(formula_names *n);

/* For a name that is no variable, where the variables have names. */
void formula_variable_hint(const variables *v, const char *name, size_t length, char *hint,
                           size_t size);

bool formula_constant_named(const char *name, size_t length, double *value);

/* Puts "formula, column 7: " and the sentence into message, then the text around that place and a
 * mark below it. Returns false, for the caller to return. */
bool formula_complain(char *message, size_t size, const char *text, size_t at, const char *format,
                      ...) __attribute__((format(printf, 5, 6)));

/* Compiles text into f, whose dim is set, for variables of these names. */
bool formula_parse(struct formula *f, const char *text, const variables *v, char *message,
                   size_t size);

#endif
