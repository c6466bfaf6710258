/* SPDX-License-Identifier: MIT
 *
 * The handle of a search without generations: one point at a time. [math: A28] */
#include "nes/async.h"

#include "opt/handle/opt.h"
#include "util/try.h"

static nes_status check(nes_opt *o)
{
    if (o->s.asynchronous) return NES_OK;
    return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                      "this search has generations: set the option asynchronous, or use nes_ask, "
                      "nes_tell and nes_close");
}

nes_status nes_ask_one(nes_opt *o, nes_points *p)
{
    if (o == NULL || p == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(check(o));
    NES_TRY(nes_check_goes_on(o));
    NES_TRY(nes_runs_ask_one(&o->runs, p, nes_note_of(o)));
    return o->domain != NULL ? nes_domain_points(o->domain, p, NULL, nes_note_of(o)) : NES_OK;
}

nes_status nes_drop(nes_opt *o, size_t n, const uint64_t *id)
{
    static const uint64_t none;
    if (o == NULL || (id == NULL && n > 0)) return NES_ERR_ARGUMENT;
    NES_TRY(check(o));
    const nes_records t = {.n = n, .id = id != NULL ? id : &none, .dropped = true};
    return nes_runs_tell_any(&o->runs, &t, nes_note_of(o));
}

nes_status nes_get_traffic(nes_opt *o, nes_traffic *t)
{
    if (o == NULL || t == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(check(o));
    nes_runs_traffic(&o->runs, t);
    return NES_OK;
}

nes_status nes_refuse_close(nes_opt *o)
{
    return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                      "an asynchronous search has no generation to close: drop the points that "
                      "will not come back (nes_drop)");
}
