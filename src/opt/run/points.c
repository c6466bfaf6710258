/* SPDX-License-Identifier: MIT
 *
 * Asking hands out the slots without a value as one block, directly behind the guests that wait
 * too. Nothing here allocates. */
#include "opt/run/run.h"

/* Moves slots of the window that have a value (told), or those that wait, to its beginning, in
 * their order; nothing moves if they are there already. Returns the slot behind them. */
static size_t gather(nes_batch *b, bool told)
{
    size_t end = b->first;
    for (size_t k = end; k < nes_batch_end(b); k++)
        if ((b->fate[k] != NES_WAITING) == told) {
            if (k != end) nes_batch_swap(b, k, end);
            end++;
        }
    return end;
}

static size_t least(size_t n, uint64_t limit)
{
    return n < limit ? n : (size_t)limit;
}

void nes_run_ask(struct nes_run *run, nes_points *p)
{
    nes_open_generation(run);
    nes_batch *b = nes_open_batch(run);
    const size_t ahead = run->guests.waiting > 0 ? nes_guests_gather(run) : 0;
    const size_t end = ahead > 0 ? gather(b, false) : nes_batch_end(b);
    run->first = ahead > 0 ? b->first : gather(b, true);
    run->asked = ahead + end - run->first;
    if (run->plan.window < run->plan.rows) run->asked = least(run->asked, run->plan.window);
    run->asked = least(run->asked, run->budget.max_evals - run->tally.evaluations);
    run->guests.asked = least(ahead, run->asked);
    if (run->asked < ahead + end - run->first) nes_batch_order(b, run->first, end);
    run->chosen.asked = nes_batch_choices(b, run->first);
    if (run->chosen.asked != NULL) run->chosen.asked -= ahead * b->nchoices;
    *p = (nes_points){.n = run->asked,
                      .dim = run->dim,
                      .x = nes_batch_x(b, run->first) - ahead * run->dim,
                      .id = b->id + run->first - ahead,
                      .outputs = run->outputs,
                      .f = b->told,
                      .fate = b->told_fate};
}

/* Ids of the open batch begin at next_id; those of guests follow. */
uint64_t nes_run_numbered(const struct nes_run *run)
{
    const nes_batch *b = nes_open_batch(run);
    const uint64_t past = run->next_id & ((UINT64_C(1) << NES_ID_BITS) - 1);
    return past + (run->open ? b->n + run->guests.n : 0);
}

uint64_t nes_run_next(const struct nes_run *run)
{
    return run->open ? run->waiting : run->plan.rows + nes_guests_expected(run);
}
