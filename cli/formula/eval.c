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

/* An evaluation at work. */
typedef struct evaluation {
    const struct formula *f;
    const double *x;
    double left;          /* operations that its loops may still take */
    formula_fault *fault; /* receives the first fault; null: faults are not reported */
} evaluation;

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

static void note_fault(const evaluation *e, const instruction *at, formula_fault found)
{
    if (!e->fault || e->fault->kind != FAULT_NONE || !at->fixed) return;
    found.column = at->column;
    *e->fault = found;
}

/* x_k, or NaN when k is not one of 1..dim. */
static double coordinate(const evaluation *e, double k, const instruction *at)
{
    if (k >= 1.0 && k <= (double)e->f->dim && k == floor(k)) return e->x[(size_t)k - 1];
    note_fault(e, at, (formula_fault){.kind = FAULT_INDEX, .a = k});
    return NAN;
}

/* Takes the operations of a loop from what is left. False: too few are left, and no loop is entered
 * any more. */
static bool afford(evaluation *e, double terms, const instruction *at)
{
    e->left -= terms * at->u.jump.length;
    if (e->left >= 0.0) return true;
    note_fault(e, at, (formula_fault){.kind = FAULT_LENGTH});
    return false;
}

/* Starts a loop whose bounds are value[0] and value[1]; false when it has no term. *value is then
 * the result, and the first value of the accumulator otherwise. Inlined, this function takes
 * registers from formula_run(), which is a quarter slower then. */
__attribute__((noinline)) static bool enter(evaluation *e, loop *l, double *value,
                                            const instruction *at)
{
    const double first = value[0], last = value[1];
    *value = at->op == OP_SUM ? 0.0 : 1.0;
    /* the negated tests are true for NaN as well */
    if (!(first == floor(first)) || !(last == floor(last)) || !(last < 0x1p53) ||
        !(fabs(first) < 0x1p53)) {
        note_fault(e, at, (formula_fault){.kind = FAULT_BOUNDS, .a = first, .b = last});
        *value = NAN;
        return false;
    }
    *l = (loop){first, last};
    if (first <= last && !afford(e, last - first + 1.0, at)) *value = NAN;
    return first <= last && e->left >= 0.0;
}

/* The operators with two operands and one result. */
static inline double combine(const instruction *at, double a, double b)
{
    switch ((opcode)at->op) {
    case OP_ADD:
    case OP_SUM_NEXT:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
    case OP_PRODUCT_NEXT:
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
    default:
        return NAN; /* not reached: formula_run() does the other operations */
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
    evaluation e = {f, x, f->operations, fault};
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
            *top = coordinate(&e, *top, at);
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
            if (!enter(&e, l, top, at)) at = code + at->u.jump.place;
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
