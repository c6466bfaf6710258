/* SPDX-License-Identifier: MIT
 *
 * From a handle to a report. The result is read last: what it borrows lives until the next call. */
#include <stdlib.h>

#include "report/report.h"

static double *read_covariance(nes_opt *o)
{
    size_t n = 0;
    if (nes_get_length(o, "covariance", &n) != NES_OK) return NULL;
    double *c = malloc(n * sizeof *c);
    if (c == NULL || nes_get_array(o, "covariance", n, c) == NES_OK) return c;
    free(c);
    return NULL;
}

int report_read(report *r, nes_opt *o, bool covariance)
{
    r->covariance = covariance ? read_covariance(o) : NULL;
    if (covariance && r->covariance == NULL) return -1;
    r->settings = nes_get_settings(o);
    r->choice = nes_choice_text(o);
    nes_get_count(o, "popsize", &r->popsize);
    nes_get_real(o, "condition", &r->condition);
    rates_read(o, r->rates);
    r->n_correlations = correlations_read(o, r->correlations);
    nes_get_result(o, &r->result);
    return 0;
}

void report_free(report *r)
{
    free(r->covariance);
    free(r->likely);
}
