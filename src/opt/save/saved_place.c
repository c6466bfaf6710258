/* SPDX-License-Identifier: MIT
 *
 * What a saved slice says of itself: its place among all coordinates, and the moment at which it
 * was saved. The format is docs/save-format.md. */
#include "opt/save/save.h"
#include "opt/search/runs.h"
#include "opt/settings/check.h"
#include "util/try.h"

/* Writes the place of a slice behind a 0, which is no dimension. */
void nes_write_place(nes_coder *c, nes_runs *r)
{
    size_t none = 0;
    uint64_t moment = nes_moment_of(r);
    nes_code_size(c, &none);
    nes_code_size(c, &r->plan.space.whole);
    nes_code_size(c, &r->plan.space.slice.first);
    nes_code_count(c, &moment);
}

nes_status nes_read_place(nes_coder *c, nes_reading *in, nes_note note)
{
    size_t whole = in->dim, first = 0;
    const bool slice = in->dim == 0;
    if (slice) nes_code_size(c, &whole);
    if (slice) nes_code_size(c, &first);
    if (slice) nes_code_count(c, &in->moment);
    if (slice) nes_code_size(c, &in->dim);
    if (c->bad) return NES_OK;
    if (slice != in->space.shared)
        return nes_refuse(note, NES_ERR_VALUE,
                          slice ? "the saved run is a slice: load it by nes_load_slice"
                                : "the saved run is no slice: load it by nes_load");
    const nes_slice *wanted = &in->space.slice;
    if (slice && (first != wanted->first || in->dim != wanted->n))
        return nes_refuse(note, NES_ERR_VALUE,
                          "the saved slice has %zu coordinates from %zu on, but %zu from %zu on "
                          "are wanted: give each slice its own data",
                          in->dim, first, wanted->n, wanted->first);
    if (slice) NES_TRY(nes_check_place(wanted, whole, note));
    in->space.dim = in->dim;
    in->space.whole = whole;
    in->fits = !slice;
    return NES_OK;
}

nes_status nes_check_moment(nes_reading *in, nes_note note)
{
    NES_TRY(nes_check_cover(&in->space, note));
    in->fits = nes_is_alike(&in->space, in->moment);
    if (in->fits) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "the slices were saved at different moments, or are of different runs: load "
                      "slices that were saved together");
}
