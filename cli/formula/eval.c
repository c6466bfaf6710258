/* SPDX-License-Identifier: MIT
 *
 * Evaluating a compiled formula: one pass over the instructions with a stack of numbers. All state
 * is on the C stack, so that any number of threads may evaluate the same formula. The operations of
 * a loop are counted when it is entered, and an evaluation with too many ends there. */
#include "formula/code.h"

#include <math.h>

typedef struct loop {
    double now, last;
} loop;

/* a^n for 1 <= n <= POWER_MAX by squaring. */
static double whole_power(double a, size_t n)
{
    double result = 1.0;
    for (; n > 1; n >>= 1) {
        if (n & 1) result *= a;
        a *= a;
    }
    return result * a;
}

static void note_fault(formula_fault *fault, fault_kind kind, const instruction *at, double a,
                       double b)
{
    if (!fault || fault->kind != FAULT_NONE || !at->fixed) return;
    *fault = (formula_fault){kind, at->column, a, b};
}

/* x_k, or NaN when k is not one of 1..dim. */
static double coordinate(const struct formula *f, const double *x, double k, const instruction *at,
                         formula_fault *fault)
{
    if (k >= 1.0 && k <= (double)f->dim && k == floor(k)) return x[(size_t)k - 1];
    note_fault(fault, FAULT_INDEX, at, k, 0.0);
    return NAN;
}

/* Takes the operations of a loop from what is left. False: there are not so many; then no loop is
 * entered any more. */
static bool afford(double *left, double terms, const instruction *at, formula_fault *fault)
{
    *left -= terms * at->u.jump.length;
    if (*left >= 0.0) return true;
    note_fault(fault, FAULT_LENGTH, at, 0.0, 0.0);
    return false;
}

/* Starts a loop from first to last; false when it has no term. *value is then the result, and the
 * first value of the accumulator otherwise. Inlined, it takes registers from formula_run(), which
 * is a quarter slower then. */
__attribute__((noinline)) static bool enter(loop *l, double first, double last, double *value,
                                            const instruction *at, double *left,
                                            formula_fault *fault)
{
    *value = at->op == OP_SUM ? 0.0 : 1.0;
    /* the negated tests are true for NaN as well */
    if (!(first == floor(first)) || !(last == floor(last)) || !(last < 0x1p53) ||
        !(fabs(first) < 0x1p53)) {
        note_fault(fault, FAULT_BOUNDS, at, first, last);
        *value = NAN;
        return false;
    }
    *l = (loop){first, last};
    if (first <= last && !afford(left, last - first + 1.0, at, fault)) *value = NAN;
    return first <= last && *left >= 0.0;
}

/* The operators with two operands and one result. */
static inline double combine(const instruction *at, double a, double b)
{
    switch ((opcode)at->op) {
    case OP_ADD:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
        return a * b;
    case OP_DIVIDE:
        return a / b;
    case OP_POWER:
        return pow(a, b);
    case OP_CALL2:
        return at->u.call2(a, b);
    case OP_LESS:
        return a < b;
    case OP_LESS_EQUAL:
        return a <= b;
    case OP_GREATER:
        return a > b;
    case OP_GREATER_EQUAL:
        return a >= b;
    case OP_EQUAL:
        return a == b;
    case OP_NOT_EQUAL:
        return a != b;
    case OP_SUM_NEXT:
        return a + b;
    case OP_PRODUCT_NEXT:
        return a * b;
    default:
        return NAN; /* not reached: formula_run does the others */
    }
}

static double choose(double condition, double a, double b)
{
    if (isnan(condition)) return NAN;
    return condition != 0.0 ? a : b;
}

/* The loop is up to a tenth slower where it does not begin on a cache line. */
__attribute__((aligned(64))) double formula_run(const struct formula *f, const double *x,
                                                formula_fault *fault)
{
    double stack[STACK_MAX + 1] = {0};
    double *top = stack; /* the topmost number; stack[0] is below the first */
    double left = f->operations;
    loop loops[LOOPS_MAX] = {{0.0, 0.0}};
    const instruction *const code = f->code, *const end = code + f->length;

    for (const instruction *at = code; at < end; at++) {
        loop *const l = &loops[at->slot];
        switch ((opcode)at->op) {
        case OP_NUMBER:
            *++top = at->u.number;
            break;
        case OP_FAILED:
            *++top = f->failed;
            break;
        case OP_X:
            *++top = x[at->u.index];
            break;
        case OP_INDEX:
            *++top = l->now;
            break;
        case OP_X_AT:
            *top = coordinate(f, x, *top, at, fault);
            break;
        case OP_NEGATE:
            *top = -*top;
            break;
        case OP_WHOLE_POWER:
            *top = whole_power(*top, at->u.index);
            break;
        case OP_CALL1:
            *top = at->u.call1(*top);
            break;
        case OP_IF:
            top -= 2, top[0] = choose(top[0], top[1], top[2]);
            break;
        case OP_SUM:
        case OP_PRODUCT:
            top--;
            if (!enter(l, top[0], top[1], top, at, &left, fault)) at = code + at->u.jump.place;
            break;
        default: /* two operands; the ends of loops are operators that may jump back */
            top--;
            top[0] = combine(at, top[0], top[1]);
            if (at->op >= OP_SUM_NEXT && l->now < l->last)
                l->now += 1.0, at = code + at->u.jump.place;
        }
    }
    return *top;
}
