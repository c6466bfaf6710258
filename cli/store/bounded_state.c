/* SPDX-License-Identifier: MIT
 *
 * An allocator with a limit; see store/bounded_state.h. */
#include "store/bounded_state.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/text.h"

enum { MEGABYTE = 1 << 20, LEAST = 256 * MEGABYTE, PER_BYTE = 64 };

/* What was given back is not given again: the sum bounds the time, too. */
static void *allocate(size_t size, void *user)
{
    bounded_state *b = user;
    if (size > b->left) {
        b->exceeded = true;
        return NULL;
    }
    b->left -= size;
    return malloc(size);
}

static void release(void *p, void *user)
{
    (void)user;
    free(p);
}

nes_status bounded_state_load(bounded_state *b, const void *bytes, size_t n)
{
    nes_settings s;
    const size_t more = n < (SIZE_MAX - LEAST) / PER_BYTE ? PER_BYTE * n : SIZE_MAX - LEAST;
    *b = (bounded_state){.most = LEAST + more, .left = LEAST + more};
    nes_settings_default(&s);
    nes_set_allocator(&s, allocate, release, b);
    return nes_load(&b->opt, bytes, n, &s, NULL, 0);
}

uint64_t bounded_state_read(bounded_state *b, store *s)
{
    uint64_t round;
    buffer bytes;
    *b = (bounded_state){.opt = NULL};
    if (store_get_state(s, &round, &bytes) == 0 && bytes.n > 0)
        bounded_state_load(b, bytes.text, bytes.n);
    buffer_free(&bytes);
    return round;
}

void bounded_state_close(bounded_state *b)
{
    nes_destroy(b->opt);
    b->opt = NULL;
}

void bounded_state_warn(const bounded_state *b, const char *folder)
{
    if (b->exceeded)
        text_error(0,
                   "the state in %s asks for more than %zu MB of memory, and is not looked at; "
                   "only `nes resume %s` takes as much as it wants",
                   folder, b->most / MEGABYTE, folder);
}
