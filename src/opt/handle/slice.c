/* SPDX-License-Identifier: MIT
 *
 * Handles that hold a slice of the coordinates; see nes/slice.h. What any slice refuses, all of
 * them refuse: they meet before each thing that they do together. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/handle/opt.h"
#include "opt/settings/check.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/technique.h"
#include "util/sentence.h"
#include "util/try.h"

nes_coords nes_coords_of(const nes_space *space)
{
    const nes_slice *s = &space->slice;
    return (nes_coords){.first = s->first,
                        .n = space->dim,
                        .whole = space->whole,
                        .reduce = s->reduce,
                        .data = s->data};
}

nes_status nes_agree(const nes_space *space, nes_status st, nes_note note)
{
    const nes_coords c = nes_coords_of(space);
    bool other = false;
    if (!nes_is_sliced(space)) return st;
    st = nes_coords_agree(&c, st, &other);
    if (other && note.size > 0) note.text[0] = '\0'; /* the other one knows why */
    return st;
}

bool nes_in_any_slice(const nes_space *space, bool so)
{
    const nes_coords c = nes_coords_of(space);
    return nes_is_sliced(space) ? nes_coords_any(&c, so) : so;
}

/* The two halves of the number are exact as reals, which can be reduced. */
bool nes_is_alike(const nes_space *space, uint64_t number)
{
    const nes_coords c = nes_coords_of(space);
    const double low = (double)(number & 0xffffffff), high = (double)(number >> 32);
    double least[2] = {low, high}, most[2] = {low, high};
    if (!nes_is_sliced(space)) return true;
    nes_coords_min(&c, 2, least);
    nes_coords_max(&c, 2, most);
    return !(least[0] < most[0] || least[1] < most[1]);
}

/* Refuses a word of an option that cannot be sliced; remedy: one that can. */
static nes_status refuse(const char *option, const char *word, const char *remedy, nes_note note)
{
    return nes_refuse(note, NES_ERR_METHOD,
                      "%s '%s' needs all coordinates in one place, but here they are shared out: "
                      "use %s",
                      option, word, remedy);
}

nes_status nes_check_slice(const nes_plan *p, nes_note note)
{
    const nes_settings *s = &p->s;
    if (!p->family->sliced)
        return refuse("family", s->family,
                      "gauss-diag (method 'snes'), student-diag or gauss-vd (method 'cr-fm-nes')",
                      note);
    if (p->sampling->whole)
        return refuse("sampling", s->sampling, "sampling 'mirrored' or 'iid'", note);
    if (p->gradient->scores) return refuse("gradient", s->gradient, "gradient 'local'", note);
    if (p->scheme->elitist) return refuse("scheme", s->scheme, "scheme 'comma'", note);
    if (p->ntechniques > 0) {
        const nes_technique *t = p->technique[0];
        return refuse(t->option, t->name, nes_technique_at(t->option, 0)->name, note);
    }
    if (p->races) return refuse("challenger", s->challenger, "challenger 'none'", note);
    return NES_OK;
}

nes_status nes_check_place(const nes_slice *s, size_t dim, nes_note note)
{
    if (s->first % NES_PART != 0)
        return nes_refuse(note, NES_ERR_VALUE,
                          "the slice begins at coordinate %zu: first must be a multiple of %d",
                          s->first, NES_PART);
    if (s->n == 0 || s->first >= dim || s->n > dim - s->first)
        return nes_refuse(note, NES_ERR_VALUE,
                          "the slice has %zu coordinate%s from %zu on, but there are %zu: it must "
                          "have some, and lie among them; use fewer slices, or other lengths",
                          s->n, nes_s(s->n), s->first, dim);
    if (s->n % NES_PART != 0 && s->first + s->n < dim)
        return nes_refuse(note, NES_ERR_VALUE,
                          "the slice has %zu coordinate%s: n must be a multiple of %d, unless the "
                          "slice is the last one",
                          s->n, nes_s(s->n), NES_PART);
    if (s->reduce == NULL && s->n < dim)
        return nes_refuse(note, NES_ERR_ARGUMENT,
                          "the slice has %zu of %zu coordinates, but no function 'reduce' to join "
                          "it with the others",
                          s->n, dim);
    return NES_OK;
}

/* A number for each coordinate, 0 for the first, whose sums are exact for many slices. */
static double mark(size_t coordinate)
{
    return (double)((coordinate * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

/* Each end of a slice is the beginning of another, but for the last end: all other marks cancel
 * out. */
nes_status nes_check_cover(const nes_space *space, nes_note note)
{
    const nes_slice *s = &space->slice;
    const nes_coords c = nes_coords_of(space);
    double marks = mark(s->first + s->n) - mark(s->first);
    nes_status st = NES_OK;
    if (!nes_is_sliced(space)) return NES_OK;
    nes_coords_add(&c, 1, &marks);
    if (!isnan(marks) && marks != mark(space->whole))
        st = nes_refuse(note, NES_ERR_VALUE,
                        "the slices have gaps or overlap, or belong to searches of different "
                        "dimensions: every coordinate below %zu must be in one of them",
                        space->whole);
    return nes_agree(space, st, note);
}

/* Refuses fixed, integer and logarithmic variables: those of a slice are searched as the caller
 * gives them. */
static nes_status check_variables(const nes_settings *s, size_t n, nes_note note)
{
    static const char *const arrays[] = {"lower", "upper", "log", "integer", "choices"};
    const char *what = NULL;
    if (s == NULL) return NES_OK;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!nes_has_length(s, arrays[i], n)) return NES_OK; /* a wrong length is refused later */
    for (size_t i = 0; i < n; i++)
        if (nes_is_fixed(s, i)) what = "a variable with equal bounds";
    if (nes_is_mapped(s, n)) what = "an integer, a choice or a logarithmic scale";
    if (what == NULL) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "the slice has %s, which only a handle with all coordinates can have: leave "
                      "it out of the search",
                      what);
}

static nes_status create(nes_opt **out, const nes_space *space, const double *x0,
                         const nes_settings *s, nes_note note)
{
    nes_reduced r = {.dim = space->dim, .x0 = x0};
    if (s != NULL)
        r.s = *s;
    else
        nes_settings_default(&r.s);
    NES_TRY(nes_agree(space, check_variables(s, space->dim, note), note));
    return nes_handle_create(out, space, &r, note);
}

nes_status nes_create_slice(nes_opt **o, size_t dim, const nes_slice *slice, const double *x0,
                            const nes_settings *s, char *message, size_t message_size)
{
    char why[NES_MESSAGE_SIZE] = "";
    const nes_note note = {why, sizeof why};
    if (message != NULL && message_size > 0) message[0] = '\0';
    if (slice == NULL) return NES_ERR_ARGUMENT;
    if (o != NULL) *o = NULL;
    nes_space space = {.dim = slice->n, .whole = dim, .shared = true, .slice = *slice};
    nes_status st = o != NULL ? nes_check_place(slice, dim, note) : NES_ERR_ARGUMENT;
    st = nes_agree(&space, st, note);
    if (st == NES_OK) st = nes_check_cover(&space, note);
    if (st == NES_OK) st = create(o, &space, x0, s, note);
    if (why[0] != '\0')
        nes_refuse((nes_note){message, message_size}, st, "slice from coordinate %zu on: %s",
                   slice->first, why);
    return st;
}
