/* SPDX-License-Identifier: MIT
 *
 * Inside the formula language: the compiled form shared by parser and evaluator.
 *
 * A formula is a list of instructions for a stack of numbers, in postfix order: "x1 + 2*x2" is
 * X 0, NUMBER 2, X 1, MULTIPLY, ADD. The parser knows how high the stack gets and refuses what is
 * higher than STACK_MAX, so that the evaluator needs neither allocation nor checks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options/variables.h"

enum {
    TEXT_MAX = 1000 * 1000, /* most bytes of a formula */
    STACK_MAX = 256,        /* most numbers that wait for an operator */
    DEPTH_MAX = 200,        /* most levels of parentheses */
    LOOPS_MAX = 16,         /* most sums inside each other */
    POWER_MAX = 16          /* largest exponent for multiplications; above it pow() is more exact */
};

typedef enum opcode {
    OP_NUMBER, /* pushes a number */
    OP_FAILED, /* pushes the number that stands for the word failed */
    OP_X,      /* pushes x[index]; the index is in range */
    OP_INDEX,  /* pushes the running index of the loop in that slot */
    OP_X_AT,   /* replaces k by x[k-1], or by NaN when k is no index */
    OP_NEGATE, /* the operators of arithmetic */
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_POWER,       /* power with any exponent */
    OP_WHOLE_POWER, /* power with the whole exponent `index`, by multiplication */
    OP_LESS,        /* comparisons give 1 or 0 */
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_IF,    /* c, a, b become a where c is not 0, else b */
    OP_CALL1, /* call1(top) */
    OP_CALL2, /* call2(below, top) */
    OP_SUM,   /* first, last become 0; enters the loop in that slot, or jumps to its end when it is
                 empty */
    OP_PRODUCT,  /* the same for a product, which begins with 1 */
    OP_SUM_NEXT, /* sum, term become sum + term; jumps back until the loop is over */
    OP_PRODUCT_NEXT
} opcode;

typedef struct instruction {
    uint8_t op;
    uint8_t slot;    /* number of the loop around */
    bool fixed;      /* of X_AT, SUM, PRODUCT: whether the operands are the same for every x */
    uint32_t column; /* byte of the text, from 0, that the instruction comes from */
    union {
        double number;
        size_t index; /* number of the coordinate from 0, or the exponent */
        struct {
            uint32_t place;  /* number of the instruction that a loop jumps to */
            uint32_t length; /* of SUM, PRODUCT: number of instructions of one term */
        } jump;
        double (*call1)(double);
        double (*call2)(double, double);
    } u;
} instruction;

struct formula {
    size_t dim;
    double operations; /* most operations of one evaluation */
    bool may_fail;     /* the word failed is in the formula */
    double failed;     /* number that stands for this word: NaN, or another number, which shows
                          whether a NaN comes from it */
    size_t length, room;
    instruction *code; /* owned */
};

typedef enum fault_kind { FAULT_NONE, FAULT_INDEX, FAULT_BOUNDS, FAULT_LENGTH } fault_kind;

/* What formula_run found wrong with operands that do not depend on x. */
typedef struct formula_fault {
    fault_kind kind;
    uint32_t column;
    double a, b; /* the index, or the two bounds */
} formula_fault;

/* The value at x; fault (may be null) gets the first fault. */
double formula_run(const struct formula *f, const double *x, formula_fault *fault);

/* A function of the language. */
typedef struct formula_function {
    const char *name;
    unsigned arguments; /* number of arguments */
    bool more;          /* whether there may be more, which are combined from the left */
    opcode op;          /* CALL1, CALL2 or IF */
    double (*call1)(double);
    double (*call2)(double, double);
} formula_function;

const formula_function *formula_function_named(const char *name, size_t length); /* null: none */

/* The names of all functions, sum and prod too, separated by blanks; returns text. */
const char *formula_functions(char *text, size_t size);

/* Writes the end of a sentence about a name that is no function: "; did you mean ...?", or all
 * functions. */
void formula_function_hint(const char *name, size_t length, char *hint, size_t size);

/* An index of the names that the user gave to coordinates. */
typedef struct formula_names {
    const variables *v;  /* borrowed */
    const char **sorted; /* sorted names; owned; null: the variables have no names */
} formula_names;

void formula_names_open(formula_names *n, const variables *v);
size_t formula_names_find(const formula_names *n, const char *name, size_t length); /* v->n: none */
void formula_names_close(formula_names *n);

/* Writes the end of a sentence about a name that is no variable, where the variables have names. */
void formula_variable_hint(const variables *v, const char *name, size_t length, char *hint,
                           size_t size);

bool formula_constant_named(const char *name, size_t length, double *value);

/* Prints "formula, column 7: " and the sentence as an error, then the text around byte `at` and a
 * mark below that place. Returns false, for the caller to return. */
bool formula_complain(const char *text, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Compiles text into f, whose dim is set, for variables of these names. False: the error has been
 * printed. */
bool formula_parse(struct formula *f, const char *text, const variables *v);
