/* SPDX-License-Identifier: MIT
 *
 * The library's options as a command line sees them. */
#include <string.h>

#include "base/text.h"
#include "options/args.h"

const nes_option *args_library_option(const char *name)
{
    char wanted[ARGS_NAME_SIZE];
    if (strcmp(name, "async") == 0) name = "asynchronous"; /* as people call it */
    text_replace(name, '-', '_', wanted, sizeof wanted);
    for (size_t i = 0; i < nes_option_count(); i++)
        if (strcmp(nes_option_at(i)->name, wanted) == 0) return nes_option_at(i);
    return NULL;
}

const nes_option *args_array_at(size_t i)
{
    for (size_t k = 0; i < ARGS_ARRAYS && k < nes_option_count(); k++)
        if (nes_option_at(k)->type == NES_TYPE_ARRAY && i-- == 0) return nes_option_at(k);
    return NULL;
}

size_t args_array_number(const char *name)
{
    const nes_option *wanted = args_library_option(name), *o;
    for (size_t i = 0; (o = args_array_at(i)) != NULL; i++)
        if (o == wanted) return i;
    return ARGS_ARRAYS;
}

const char *args_array_text(const args_arrays *arrays, const char *name)
{
    const size_t i = args_array_number(name);
    return i == ARGS_ARRAYS ? NULL : arrays->text[i];
}

const char *args_value_word(const nes_option *option)
{
    static const char *const words[] = {
        [NES_TYPE_REAL] = "NUMBER", [NES_TYPE_COUNT] = "COUNT", [NES_TYPE_FLAG] = NULL,
        [NES_TYPE_CHOICE] = "WORD", [NES_TYPE_ARRAY] = "LIST",
    };
    return words[option->type];
}

const char *args_setting(const char *text, char name[ARGS_NAME_SIZE])
{
    const size_t n = strcspn(text, "=");
    if (text[n] == '\0' || n >= ARGS_NAME_SIZE) return NULL;
    text_replace(text, '-', '_', name, n + 1);
    return text + n + 1;
}
