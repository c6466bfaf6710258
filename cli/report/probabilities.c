/* SPDX-License-Identifier: MIT
 *
 * See report/probabilities.h. */
#include "report/probabilities.h"

#include <stdlib.h>

#include "base/json_values.h"
#include "base/memory.h"

enum { SHOWN_VALUES = 5, SHOWN_CHOICES = 10 };

static bool is_choice(const variables *v, size_t i)
{
    return variables_kind(v, i) == SCALE_CHOICES;
}

/* How many probabilities the choices in front of variable i have. */
static size_t place_of(const variables *v, size_t i)
{
    size_t n = 0;
    for (size_t k = 0; k < i; k++)
        if (is_choice(v, k)) n += v->scale[k].n;
    return n;
}

double *probabilities_read(nes_opt *o, const variables *v)
{
    size_t n = 0;
    const size_t wanted = place_of(v, v->n);
    if (wanted == 0 || nes_get_length(o, "probabilities", &n) != NES_OK || n != wanted) return NULL;
    double *all = memory_zeros(n, sizeof *all);
    if (nes_get_array(o, "probabilities", n, all) == NES_OK) return all;
    free(all);
    return NULL;
}

const double *probabilities_of(const double *all, const variables *v, size_t i)
{
    return all + place_of(v, i);
}

/* Appends the most probable values; of equal ones the first comes first. */
static void print_values(const scale *s, const double *p, buffer *to)
{
    bool *told = memory_zeros(s->n, sizeof *told);
    for (size_t k = 0; k < s->n && k < SHOWN_VALUES; k++) {
        size_t most = s->n;
        for (size_t j = 0; j < s->n; j++)
            if (!told[j] && (most == s->n || p[j] > p[most])) most = j;
        told[most] = true;
        buffer_print(to, "%s%s %.2g", k > 0 ? ", " : " ", s->name[most], p[most]);
    }
    if (s->n > SHOWN_VALUES) buffer_print(to, ", ...");
    free(told);
}

void probabilities_print(const double *all, const variables *v, buffer *to)
{
    char name[VARIABLES_NAME_SIZE];
    size_t n = 0;
    for (size_t i = 0; all != NULL && i < v->n; i++) {
        if (!is_choice(v, i) || n++ >= SHOWN_CHOICES) continue;
        buffer_print(to, "%s%s", n > 1 ? "; " : "", variables_name(v, i, name));
        print_values(&v->scale[i], probabilities_of(all, v, i), to);
    }
    if (n > SHOWN_CHOICES)
        buffer_print(to, "; ... and %zu more; --json has them all", n - SHOWN_CHOICES);
}

cJSON *probabilities_json(const double *all, const variables *v)
{
    char name[VARIABLES_NAME_SIZE];
    if (all == NULL) return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < v->n; i++) {
        if (!is_choice(v, i)) continue;
        const double *p = probabilities_of(all, v, i);
        cJSON *values = cJSON_CreateObject();
        for (size_t k = 0; k < v->scale[i].n; k++)
            json_add(values, v->scale[i].name[k], json_from_real(p[k]));
        json_add(object, variables_name(v, i, name), values);
    }
    return object;
}
