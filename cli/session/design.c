/* SPDX-License-Identifier: MIT
 *
 * --design; see session/parts.h. */
#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "session/parts.h"

enum { MOST = 1000000 }; /* points of a design */

int design_read(session *s)
{
    const run_setup *setup = s->setup;
    const size_t d = setup->objective.dim;
    size_t n = 0;
    char message[NES_MESSAGE_SIZE];
    if (!vector_is_count(s->options->design, &n) || n > MOST)
        return text_error(EXIT_USAGE, "--design %s: must be a whole number of points, 1 to %d",
                          s->options->design, MOST);
    double *x = memory_zeros(n, d * sizeof *x);
    const nes_status st = nes_design(&setup->settings, d, n, x, message, sizeof message);
    for (size_t i = 0; st == NES_OK && i < n; i++) {
        variables_show(&setup->objective.variables, x + i * d, x + i * d);
        known_add(&s->known, x + i * d, NES_WAITING, NAN, NULL);
    }
    free(x);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "--design: %s", message);
}

/* Where a searched number is between its bounds, from -1 to 1; NaN: the variable has no ends. */
static double level_of(const nes_settings *s, size_t i, double x)
{
    const double values = s->choices != NULL ? s->choices[i] : 0;
    if (s->bits || values == 2) return 2 * x - 1;
    if (values > 0 || s->lower == NULL || s->upper == NULL) return NAN;
    const double low = s->lower[i], high = s->upper[i];
    if (!(low < high) || !isfinite(low) || !isfinite(high)) return NAN;
    if (s->log != NULL && s->log[i] != 0)
        return 2 * (log(x) - log(low)) / (log(high) - log(low)) - 1;
    return 2 * (x - low) / (high - low) - 1;
}

void design_effects(const session *s, effects *to)
{
    const known *k = &s->known;
    const size_t d = k->dim;
    double *level = memory_zeros(k->n + 1, d * sizeof *level);
    for (size_t i = 0; i < k->n; i++) {
        double *row = level + i * d;
        variables_find_point(&s->setup->objective.variables, k->x + i * d, row);
        for (size_t j = 0; j < d; j++) row[j] = level_of(&s->setup->settings, j, row[j]);
    }
    effects_fit(to, k->n, d, level, k->f);
    free(level);
}
