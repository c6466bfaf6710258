/* SPDX-License-Identifier: MIT
 *
 * See report/value_row.h. */
#include "report/value_row.h"

#include <stdio.h>

#include "base/json_values.h"
#include "base/text.h"

void value_row_names(const variables *v, size_t constraints, const variables *outputs)
{
    char name[VARIABLES_NAME_SIZE];
    for (size_t i = 0; i < v->n; i++) printf("%s,", variables_name(v, i, name));
    fputs("f", stdout);
    for (size_t i = 0; i < constraints; i++) printf(",g%zu", i + 1);
    for (size_t i = 0; i < outputs->n; i++) printf(",%s", outputs->name[i]);
    putchar('\n');
}

void value_row_text(const value_row *r, bool table)
{
    buffer point = {.text = NULL};
    for (size_t i = 0; table && i < r->dim; i++) {
        scale_put(variables_scale(r->variables, i), r->x[i], &point);
        buffer_print(&point, ",");
    }
    fputs(point.n > 0 ? point.text : "", stdout);
    buffer_free(&point);
    if (r->failed != NULL)
        fputs("failed", stdout);
    else
        printf("%.17g", r->values[0]);
    for (size_t i = 1; i <= r->constraints + r->outputs->n; i++) {
        putchar(table ? ',' : ' ');
        if (r->failed == NULL) printf("%.17g", r->values[i]);
    }
    putchar('\n');
}

static cJSON *outputs_json(const value_row *r)
{
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < r->outputs->n; i++)
        json_add(object, r->outputs->name[i], json_from_real(r->values[1 + r->constraints + i]));
    return object;
}

void value_row_json(const value_row *r)
{
    const bool failed = r->failed != NULL;
    cJSON *object = cJSON_CreateObject();
    json_add(object, "x", variables_point_json(r->variables, r->x));
    json_add(object, "f", failed ? cJSON_CreateNull() : json_from_real(r->values[0]));
    if (r->constraints > 0)
        json_add(object, "g", json_from_reals(failed ? NULL : r->values + 1, r->constraints));
    if (r->outputs->n > 0)
        json_add(object, "outputs", failed ? cJSON_CreateNull() : outputs_json(r));
    if (failed) json_add(object, "failed", json_from_string(r->failed));
    json_print(object);
}
