/* SPDX-License-Identifier: MIT
 *
 * See serve/visitors.h. */
#include "serve/visitors.h"

#include <sys/socket.h>

#include "base/clock.h"

static const double MOST = 30; /* seconds for a request with its answer, and the pause before it */

void visitors_open(visitors *v)
{
    for (size_t i = 0; i < VISITORS_MOST; i++) v->seat[i] = (visitor){.socket = -1};
}

bool visitors_are_full(const visitors *v)
{
    size_t taken = 0;
    for (size_t i = 0; i < VISITORS_MOST; i++) taken += v->seat[i].socket >= 0;
    return taken == VISITORS_MOST;
}

visitor *visitors_seat(visitors *v, int socket)
{
    for (size_t i = 0; i < VISITORS_MOST; i++)
        if (v->seat[i].socket < 0) {
            v->seat[i] = (visitor){socket, clock_now()};
            return &v->seat[i];
        }
    return NULL;
}

void visitors_end_slow(visitors *v)
{
    const double now = clock_now();
    for (size_t i = 0; i < VISITORS_MOST; i++)
        if (v->seat[i].socket >= 0 && now - v->seat[i].since > MOST)
            shutdown(v->seat[i].socket, SHUT_RDWR);
}
