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
    OP_X,      /* pushes x[index], a variable or behind them an output; the index is in range */
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
    size_t dim, outputs; /* number of variables, and of outputs behind them */
    double operations;   /* most operations of one evaluation */
    bool may_fail;       /* the word failed is in the formula */
    double failed;       /* number that stands for this word: NaN, or another number, which shows
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

/* Returns the value at x; fault (may be null) receives the first fault. */
double formula_run(const struct formula *f, const double *x, formula_fault *fault);

/* A function of the language. */
typedef struct formula_function {
    const char *name;
    unsigned arguments; /* number of arguments */
    bool more;          /* whether there may be more, which are combined from the left */
    opcode op;          /* CALL1, CALL2, IF, or the entry of a loop: SUM, PRODUCT */
    double (*call1)(double);
    double (*call2)(double, double);
} formula_function;

const formula_function *formula_function_named(const char *name, size_t length); /* null: none */

/* The name of function number i; null past the end. A table for nes_nearest(), without data. */
const char *formula_function_at(size_t i, const void *data);

/* Writes the names of all functions, separated by blanks; returns text. */
const char *formula_functions(char *text, size_t size);

/* Prints "formula, column 7: " and the sentence as an error, then the text around byte `at` and a
 * mark below that place. Returns false, for the caller to return. */
bool formula_complain(const char *text, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Compiles text into f, whose dim and outputs are set, for variables and outputs of these names;
 * outputs null: there are none. False: the error has been printed. */
bool formula_parse(struct formula *f, const char *text, const variables *v,
                   const variables *outputs);
