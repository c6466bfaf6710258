/* SPDX-License-Identifier: MIT
 *
 * The experiments. A new one is a file with its description and a line here. */
#include <string.h>
#include <strings.h>

#include "experiment/experiments.h"

static const experiment *const table[] = {
    &experiment_plain_gradient, /* E1 */
    &experiment_adaptation,     /* E2 */
    &experiment_restarts,       /* E3 */
    &experiment_unimodal,       /* E4 */
    &experiment_multimodal,     /* E5 */
    &experiment_noisy,          /* E6 */
    &experiment_separable,      /* E7 */
    &experiment_double_pole,    /* E8 */
    &experiment_large_networks, /* E9 */
    &experiment_clusters,       /* E10 */
    &experiment_double_funnel,  /* E11 */
    &experiment_random_basins,  /* E12 */
    &experiment_illustrations,  /* E13 */
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
