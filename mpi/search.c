/* SPDX-License-Identifier: MIT
 *
 * See search.h. */
#include "search.h"

#include <string.h>

nes_status nes_search_refuse(const nes_crew *c, const nes_opt *o, nes_status st)
{
    if (st == NES_OK) return st;
    const char *why = nes_message(o);
    return nes_crew_refuse(c, st, "rank %d: %.280s", c->rank,
                           why[0] != '\0' ? why : nes_strerror(st));
}

nes_status nes_search_progress(const nes_crew *c, nes_opt *o, nes_round *r)
{
    const nes_settings *s = nes_get_settings(o);
    if (r->status == NES_OK && s->progress != NULL && s->progress(o, s->progress_user) != 0)
        r->wishes = NES_ROUND_STOP;
    r->digest = nes_round_mix(r->digest, (uint64_t)nes_stopped(o)); /* by a callback */
    const nes_status st = nes_round_hold(c, r, false);
    if (st == NES_OK && (r->wishes & NES_ROUND_STOP) != 0) nes_stop_now(o);
    return st;
}

void nes_search_answer(nes_opt *o, double *x, nes_result *r)
{
    nes_result result;
    nes_get_result(o, &result);
    if (result.best_x != NULL) result.best_x = memcpy(x, result.best_x, result.dim * sizeof *x);
    result.mean_x = result.std_x = NULL;
    if (r != NULL) *r = result;
}
