/* SPDX-License-Identifier: MIT
 *
 * Every table of named parts (families, gradients, schemes, ...) has the same three functions:
 * PREFIX_count(), PREFIX_at(i), which is null past the end, and PREFIX_find(name), which is null
 * for an unknown name. NES_TABLE defines them for an array of pointers to structs with a member
 * `name`. */
#pragma once

#include <stddef.h>
#include <string.h>

#define NES_TABLE(type, prefix, array)                                                             \
    size_t prefix##_count(void)                                                                    \
    {                                                                                              \
        return sizeof(array) / sizeof *(array);                                                    \
    }                                                                                              \
    const type *prefix##_at(size_t i)                                                              \
    {                                                                                              \
        return i < prefix##_count() ? (array)[i] : NULL;                                           \
    }                                                                                              \
    const type *prefix##_find(const char *name)                                                    \
    {                                                                                              \
        for (size_t i = 0; i < prefix##_count(); i++)                                              \
            if (strcmp((array)[i]->name, name) == 0) return (array)[i];                            \
        return NULL;                                                                               \
    }
