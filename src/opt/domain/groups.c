/* SPDX-License-Identifier: MIT
 *
 * Groups of variables as a search knows them. The caller may number groups in any way. A search
 * puts the members of a group side by side, groups in the order of their first members, and gives
 * every variable the number of the first coordinate of its group: sizes and order can be read off
 * without memory. */
#include "opt/domain/domain.h"
#include "util/arena.h"
#include "util/rank.h"
#include "util/try.h"

static bool is_smaller(size_t a, size_t b, const void *data)
{
    const double *number = data;
    return number[a] < number[b];
}

static nes_status check_numbers(size_t dim, const double *number, nes_note note)
{
    for (size_t i = 0; i < dim; i++)
        if (!(fabs(number[i]) <= 9e15) || number[i] != rint(number[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of option 'groups' is %g: it must be a whole number, the "
                              "same for all variables of a group",
                              i + 1, number[i]);
    return NES_OK;
}

/* The end of the equal numbers that begin at place k of the order. */
static size_t end_of(size_t k, size_t dim, const double *number, const size_t *order)
{
    const double first = number[order[k]];
    while (k < dim && number[order[k]] == first) k++;
    return k;
}

/* Turns sizes of groups, which stand at their first members (zeros elsewhere), into the numbers of
 * their first coordinates. */
static void sum_up(size_t dim, size_t *size)
{
    size_t sum = 0;
    for (size_t i = 0; i < dim; i++) {
        const size_t first = sum;
        sum += size[i];
        size[i] = first;
    }
}

static void number(size_t dim, const double *from, double *to, size_t *order, size_t *room)
{
    nes_rank(dim, is_smaller, from, order, room);
    memset(room, 0, dim * sizeof *room);
    for (size_t k = 0, end; k < dim; k = end) {
        end = end_of(k, dim, from, order);
        room[order[k]] = end - k;
    }
    sum_up(dim, room);
    for (size_t k = 0, end; k < dim; k = end) {
        const double first = (double)room[order[k]];
        end = end_of(k, dim, from, order);
        for (; k < end; k++) to[order[k]] = first;
    }
}

nes_status nes_group(size_t dim, const double *from, double *to, const nes_allocator *a,
                     nes_note note)
{
    NES_TRY(check_numbers(dim, from, note));
    size_t *order = nes_allocate(a, 2 * dim * sizeof *order);
    if (order == NULL)
        return nes_refuse(note, NES_ERR_MEMORY, "there is no memory for groups of %zu variables",
                          dim);
    number(dim, from, to, order, order + dim);
    nes_release(a, order);
    return NES_OK;
}
