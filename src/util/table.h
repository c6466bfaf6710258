/* SPDX-License-Identifier: MIT
 *
 * The three functions every table of named parts has, for an array of pointers to structs with a
 * member `name`: how many there are, the i-th, and the one of that name. */
#ifndef NES_UTIL_TABLE_H
#define NES_UTIL_TABLE_H

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

#endif
