/* SPDX-License-Identifier: MIT
 *
 * Worked examples from tests/data. */
#include "support/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"
#include "support/dense.h"

cJSON *json_load(const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", NES_TEST_DATA, file);
    FILE *in = fopen(path, "rb");
    if (in == NULL) fail_msg("cannot open %s", path);
    fseek(in, 0, SEEK_END);
    const size_t size = (size_t)ftell(in);
    rewind(in);
    char *text = dense_room(size + 1, 1);
    const size_t got = fread(text, 1, size, in);
    fclose(in);
    assert_int_equal(got, size);
    cJSON *root = cJSON_Parse(text);
    free(text);
    assert_non_null(root);
    return root;
}

const cJSON *json_member(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (item == NULL) fail_msg("no member '%s'", name);
    return item;
}

double json_real(const cJSON *object, const char *name)
{
    const cJSON *item = json_member(object, name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static size_t flatten(const cJSON *item, size_t used, size_t n, double *out)
{
    const cJSON *child;
    if (cJSON_IsNumber(item)) {
        if (used < n) out[used] = item->valuedouble;
        return used + 1;
    }
    cJSON_ArrayForEach(child, item) used = flatten(child, used, n, out);
    return used;
}

void json_reals(const cJSON *object, const char *name, size_t n, double *out)
{
    assert_int_equal(flatten(json_member(object, name), 0, n, out), n);
}

cJSON *json_steps;

int json_open_steps(void **state)
{
    (void)state;
    json_steps = json_load("nes_steps.json");
    return 0;
}

int json_close_steps(void **state)
{
    (void)state;
    cJSON_Delete(json_steps);
    json_steps = NULL;
    return 0;
}
