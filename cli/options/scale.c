/* SPDX-License-Identifier: MIT
 *
 * Translating between searched numbers and the user's; see options/scale.h. */
#include "options/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { SHOWN = 12 }; /* values that a sentence lists */

void scale_close(scale *s)
{
    for (size_t i = 0; s->name != NULL && i < s->n; i++) free(s->name[i]);
    free(s->name);
    free(s->value);
    free(s->unit);
    *s = (scale){.kind = SCALE_PLAIN};
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* Steps such as 0.1 are not binary numbers. Where both ends of a step are decimal numbers, its
 * values are computed as whole numbers and divided once, so that 3 steps of 0.1 are 0.3. */
void scale_begin(scale *s, double from)
{
    static const double LARGEST = 0x1p53;
    s->from = from;
    for (s->tens = 1; s->tens < 1e16; s->tens *= 10) {
        const double a = round(from * s->tens), b = round(s->step * s->tens);
        if (a / s->tens == from && b / s->tens == s->step && fabs(a) + fabs(b) < LARGEST) return;
    }
    s->tens = 0;
}

static double step_value(const scale *s, double k)
{
    if (s->tens > 0 && k == floor(k))
        return (round(s->from * s->tens) + k * round(s->step * s->tens)) / s->tens;
    return s->from + k * s->step;
}

/* Between two values, and beyond the ends, the list is continued by straight lines. */
static double list_value(const scale *s, double k)
{
    const double last = (double)(s->n - 1), low = fmin(fmax(floor(k), 0), fmax(last - 1, 0));
    const size_t i = (size_t)low;
    if (k == low || s->n == 1) return s->value[i];
    if (k == low + 1) return s->value[i + 1];
    return s->value[i] + (k - low) * (s->value[i + 1] - s->value[i]);
}

double scale_show(const scale *s, double searched)
{
    if (!isfinite(searched)) return searched;
    switch (s->kind) {
    case SCALE_STEP:
        return step_value(s, searched);
    case SCALE_VALUES:
        return list_value(s, searched);
    default:
        return searched;
    }
}

static double find_in_list(const scale *s, double shown)
{
    size_t i = 0;
    while (i + 2 < s->n && shown >= s->value[i + 1]) i++;
    return (double)i + (shown - s->value[i]) / (s->value[i + 1] - s->value[i]);
}

double scale_find(const scale *s, double shown)
{
    if (!isfinite(shown)) return shown;
    double k = shown;
    if (s->kind == SCALE_STEP) k = (shown - s->from) / s->step;
    if (s->kind == SCALE_VALUES) k = find_in_list(s, shown);
    return fabs(k - round(k)) <= 1e-9 * fmax(1, fabs(k)) ? round(k) : k;
}

double scale_slope(const scale *s)
{
    if (s->kind == SCALE_STEP) return s->step;
    if (s->kind == SCALE_VALUES) return (s->value[s->n - 1] - s->value[0]) / (double)(s->n - 1);
    return 1;
}

bool scale_has(const scale *s, double shown, double *exact)
{
    const double k = scale_find(s, shown);
    *exact = shown;
    if (s->kind == SCALE_PLAIN) return true;
    if (k != floor(k) || !isfinite(k)) return false;
    if (s->kind != SCALE_STEP && !(k >= 0 && k < (double)s->n)) return false;
    *exact = scale_show(s, k);
    return true;
}

/* ---- names and texts ------------------------------------------------------------------------ */

size_t scale_choice(const scale *s, const char *name, size_t length)
{
    for (size_t i = 0; s->kind == SCALE_CHOICES && i < s->n; i++)
        if (strlen(s->name[i]) == length && memcmp(s->name[i], name, length) == 0) return i;
    return s->n;
}

const char *scale_name(const scale *s, double shown)
{
    if (s->kind != SCALE_CHOICES || !(shown >= 0 && shown < (double)s->n)) return NULL;
    return s->name[(size_t)shown];
}

void scale_put(const scale *s, double shown, buffer *to)
{
    char text[TEXT_NUMBER_SIZE];
    const char *name = s == NULL ? NULL : scale_name(s, shown);
    buffer_print(to, "%s", name != NULL ? name : text_number(shown, text));
}

void scale_put_range(const scale *s, buffer *to)
{
    char from[TEXT_NUMBER_SIZE], step[TEXT_NUMBER_SIZE];
    if (s->kind == SCALE_STEP)
        buffer_print(to, "%s plus a multiple of %s", text_number(s->from, from),
                     text_number(s->step, step));
    if (s->kind != SCALE_VALUES && s->kind != SCALE_CHOICES) return;
    const size_t n = s->n <= SHOWN ? s->n : SHOWN;
    for (size_t i = 0; i < n; i++) {
        buffer_print(to, "%s", i == 0 ? "" : i + 1 == s->n ? " or " : ", ");
        scale_put(s, s->kind == SCALE_VALUES ? s->value[i] : (double)i, to);
    }
    if (n < s->n) buffer_print(to, " and %zu more", s->n - n);
}
