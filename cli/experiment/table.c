/* SPDX-License-Identifier: MIT
 *
 * The experiments. A new one is a file with its description and a line here. */
#include <string.h>
#include <strings.h>

#include "experiment/experiments.h"

static const experiment *const table[] = {
    &experiment_plain_gradient, &experiment_restarts,       &experiment_unimodal,
    &experiment_multimodal,     &experiment_noisy,          &experiment_separable,
    &experiment_double_pole,    &experiment_large_networks,
};

const experiment *experiment_at(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i] : NULL;
}

const experiment *experiment_find(const char *id)
{
    const experiment *e;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++)
        if (strcasecmp(e->id, id) == 0) return e;
    return NULL;
}
