/* SPDX-License-Identifier: MIT
 *
 * See formula/relation.h. A text is cut at its comparisons outside of parentheses. */
#include "formula/relation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "formula/formula.h"

enum { SIDES = 3 };

typedef enum comparison { LESS, MORE, EQUAL } comparison;

/* A text cut into sides, with comparisons between them. */
typedef struct cut {
    const char *what, *text;
    const variables *v, *outputs;
    const char *side[SIDES];
    size_t length[SIDES], n;
    comparison by[SIDES - 1];
} cut;

static int refuse(const cut *c, const char *why)
{
    return text_error(EXIT_USAGE, "%s '%.100s': %s", c->what, c->text, why);
}

/* The bytes of a comparison that begins here; 0: none does. */
static size_t comparison_at(const char *at, comparison *by)
{
    if (*at != '<' && *at != '>' && *at != '=') return 0;
    *by = *at == '<' ? LESS : *at == '>' ? MORE : EQUAL;
    return at[1] == '=' ? 2 : 1;
}

static void end_side(cut *c, const char *begin, const char *end)
{
    c->length[c->n] = (size_t)(end - begin);
    c->side[c->n] = text_trim(begin, &c->length[c->n]);
    c->n++;
}

static int cut_text(cut *c)
{
    const char *begin = c->text, *at = begin;
    int depth = 0;
    while (*at != '\0') {
        comparison by;
        const size_t n = depth == 0 ? comparison_at(at, &by) : 0;
        if (depth == 0 && at[0] == '!' && at[1] == '=')
            return refuse(c, "a constraint has <=, >= or == between its sides");
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth < 0) return refuse(c, "a parenthesis is closed that was not opened");
        at += n > 0 ? n : 1;
        if (n == 0) continue;
        if (c->n == SIDES - 1) return refuse(c, "there are more than two comparisons");
        end_side(c, begin, at - n);
        c->by[c->n - 1] = by;
        begin = at;
    }
    if (depth > 0) return refuse(c, "a parenthesis is not closed");
    end_side(c, begin, at);
    if (c->n == 1) return refuse(c, "no limit; write it as in stress <= 200 or 5 <= freq <= 8");
    for (size_t i = 0; i < c->n; i++)
        if (c->length[i] == 0) return refuse(c, "one side is empty");
    return 0;
}

/* The side as a number; NaN: it is a formula. */
static double number_of(const cut *c, size_t side)
{
    char text[64], *end;
    if (c->length[side] >= sizeof text) return NAN;
    snprintf(text, sizeof text, "%.*s", (int)c->length[side], c->side[side]);
    const double v = number_read(text, &end);
    return *end == '\0' ? v : NAN;
}

/* Whether the limits on both sides leave nothing between, or two numbers violate each other. */
static bool contradicts(const cut *c)
{
    const double a = number_of(c, 0), b = number_of(c, c->n - 1);
    return c->by[0] == LESS ? a > b : a < b;
}

/* Takes the tolerance off the right side of an equality: 2 +- 0.01. */
static int take_tolerance(cut *c, double *tol)
{
    static const char sign[] = "+-";
    char *end;
    const char *side = c->side[1], *at = strstr(side, sign);
    if (at == NULL)
        return refuse(c, "an equality needs a tolerance that you can accept: a == b +- 0.01");
    *tol = number_read(at + strlen(sign), &end);
    if (end == at + strlen(sign) || end[strspn(end, " \t")] != '\0' || !(*tol > 0) ||
        !isfinite(*tol))
        return refuse(c, "the tolerance behind +- must be a number above 0");
    c->length[1] = (size_t)(at - side);
    c->side[1] = text_trim(side, &c->length[1]);
    return c->length[1] > 0 ? 0 : refuse(c, "one side is empty");
}

/* Notes the side that a number limits, with the limit. */
static void take_limit(relation *to, const cut *c, size_t a, size_t b, double room)
{
    const double high = number_of(c, b), low = number_of(c, a);
    const size_t side = isnan(high) ? b : a;
    to->lower = -INFINITY;
    to->upper = INFINITY;
    if (isnan(high) == isnan(low)) return;
    to->side = memory_text(c->side[side]);
    to->side[c->length[side]] = '\0';
    if (isnan(high))
        to->lower = low - room;
    else
        to->upper = high + room;
}

/* Refuses a limit that leaves nothing beside an earlier one on the same side. */
static int compare_limits(const relations *r, const cut *c)
{
    const relation *last = &r->v[r->n - 1];
    for (const relation *e = r->v; last->side != NULL && e < last; e++)
        if (e->side != NULL && strcmp(e->side, last->side) == 0 &&
            fmax(e->lower, last->lower) > fmin(e->upper, last->upper))
            return text_error(EXIT_USAGE,
                              "%s: '%.100s' and '%.100s' contradict each other: nothing lies "
                              "between these limits; change one of them",
                              c->what, e->text, last->text);
    return 0;
}

/* Adds side a - side b - room. */
static int add(relations *r, const cut *c, size_t a, size_t b, double room)
{
    buffer sum = {.text = NULL};
    char number[TEXT_NUMBER_SIZE];
    buffer_print(&sum, "(%.*s) - (%.*s)", (int)c->length[a], c->side[a], (int)c->length[b],
                 c->side[b]);
    if (room > 0) buffer_print(&sum, " - %s", text_number(room, number));
    formula *g = formula_create_with(sum.text, c->v, c->outputs);
    buffer_free(&sum);
    if (g == NULL) return refuse(c, "a side is no formula, as said above");
    size_t n = strlen(c->text);
    const char *text = text_trim(c->text, &n);
    char *copy = memory_text(text);
    copy[n] = '\0';
    r->v = memory_resize(r->v, r->n + 1, sizeof *r->v);
    r->v[r->n] = (relation){.g = g, .text = copy, .early = !formula_uses_outputs(g)};
    take_limit(&r->v[r->n++], c, a, b, room);
    return compare_limits(r, c);
}

/* a == b within a tolerance is a <= b + tolerance and b <= a + tolerance. */
static int add_equality(relations *r, cut *c)
{
    double room = 0;
    int status = take_tolerance(c, &room);
    if (status == 0) status = add(r, c, 0, 1, room);
    return status == 0 ? add(r, c, 1, 0, room) : status;
}

static int add_text(relations *r, const cut *what)
{
    cut c = *what;
    int status = cut_text(&c);
    if (status != 0) return status;
    if (c.by[0] == EQUAL && c.n == 2) return add_equality(r, &c);
    if (c.n == SIDES && (c.by[0] != c.by[1] || c.by[0] == EQUAL))
        return refuse(&c, "both comparisons must be <=, or both >=");
    if (contradicts(&c))
        return refuse(&c, "the limits contradict each other: nothing lies between them");
    for (size_t i = 0; status == 0 && i + 1 < c.n; i++)
        status = c.by[i] == LESS ? add(r, &c, i, i + 1, 0) : add(r, &c, i + 1, i, 0);
    return status;
}

int relations_read(relations *r, const char *text, const variables *v, const variables *outputs,
                   const char *what)
{
    char *copy = memory_text(text), *rest = copy, *part;
    int status = 0;
    while (status == 0 && (part = text_part(&rest, ';')) != NULL)
        status = add_text(r, &(cut){.what = what, .text = part, .v = v, .outputs = outputs});
    free(copy);
    return status;
}

void relations_close(relations *r)
{
    for (size_t i = 0; i < r->n; i++) {
        formula_destroy(r->v[i].g);
        free(r->v[i].text);
        free(r->v[i].side);
    }
    free(r->v);
    *r = (relations){.n = 0};
}

nes_fate relations_evaluate(const relations *r, const double *x, double *g)
{
    for (size_t i = 0; i < r->n; i++)
        if (formula_evaluate(r->v[i].g, x, &g[i]) != NES_MEASURED) return NES_FAILED;
    return NES_MEASURED;
}
