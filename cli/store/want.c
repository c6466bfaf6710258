/* SPDX-License-Identifier: MIT
 *
 * Want of memory; see store/want.h. SQLite takes the methods of its memory from the caller: they
 * are the usual ones, but note where they fail. */
#include "store/want.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/memory.h"

static sqlite3_mem_methods usual;
static atomic_bool refused;

static void *note(void *block)
{
    if (block == NULL) atomic_store(&refused, true);
    return block;
}

static void *allocate(int size)
{
    return note(usual.xMalloc(size));
}

static void *resize(void *block, int size)
{
    return note(usual.xRealloc(block, size));
}

void want_watch(void)
{
    bool watched = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) == SQLITE_OK;
    sqlite3_mem_methods noting = usual;
    noting.xMalloc = allocate;
    noting.xRealloc = resize;
    watched = watched && sqlite3_config(SQLITE_CONFIG_MALLOC, &noting) == SQLITE_OK;
    if (!watched) atomic_store(&refused, true);
}

bool want_is_real(int code)
{
    return (code & 0xff) == SQLITE_NOMEM && atomic_load(&refused);
}

void want_end(int code)
{
    if (want_is_real(code)) memory_ran_out();
}
