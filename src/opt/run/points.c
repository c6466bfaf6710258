/* SPDX-License-Identifier: MIT
 *
 * Asking hands out the slots without a value as one block. Nothing here allocates. */
#include "opt/run/run.h"

/* Valued slots first, waiting ones as a block at the end; nothing moves if they already are. */
static size_t gather_waiting(nes_batch *b)
{
    size_t first = b->first;
    for (size_t k = first; k < nes_batch_end(b); k++)
        if (b->fate[k]) {
            if (k != first) nes_batch_swap(b, k, first);
            first++;
        }
    return first;
}

/* Waiting slots first, next to the guests that wait too. Returns the end of the block. */
static size_t gather_behind_guests(nes_batch *b)
{
    size_t end = b->first;
    for (size_t k = end; k < nes_batch_end(b); k++)
        if (!b->fate[k]) {
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
    const size_t end = ahead > 0 ? gather_behind_guests(b) : nes_batch_end(b);
    run->first = ahead > 0 ? b->first : gather_waiting(b);
    run->asked = ahead + end - run->first;
    if (run->plan.window < run->plan.rows) run->asked = least(run->asked, run->plan.window);
    run->asked = least(run->asked, run->budget.max_evals - run->tally.evaluations);
    run->guests.asked = least(ahead, run->asked);
    if (run->asked < ahead + end - run->first) nes_batch_order(b, run->first, end);
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
    const nes_batch *b = run->in_trial ? &run->trial : &run->g.batch;
    const uint64_t past = run->next_id & ((UINT64_C(1) << NES_ID_BITS) - 1);
    return past + (run->open ? b->n + run->guests.n : 0);
}

uint64_t nes_run_next(const struct nes_run *run)
{
    return run->open ? run->waiting : run->plan.rows + nes_guests_expected(run);
}
