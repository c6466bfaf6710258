/* SPDX-License-Identifier: MIT
 *
 * See ranks/messenger.h. */
#include "ranks/messenger.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nes/nes.h"
#include "ranks/wire.h"

enum { OTHERS = 32 }; /* messages besides values that may be on their way */

bool messenger_open(messenger *m, MPI_Comm comm, size_t jobs)
{
    const size_t size = (jobs + OTHERS) * (sizeof(news) + MPI_BSEND_OVERHEAD);
    if (m->buffer != NULL) return true;
    m->comm = comm;
    m->buffer = malloc(size);
    if (m->buffer != NULL) MPI_Buffer_attach(m->buffer, (int)size);
    return m->buffer != NULL;
}

static void send(const messenger *m, const news *w)
{
    MPI_Bsend(w, (int)news_size(w), MPI_BYTE, 0, WIRE_NEWS, m->comm);
}

/* Appends a text with its zero, cut to what there is room for. */
static void add_text(news *w, size_t most, const char *text)
{
    const size_t room = sizeof w->text - w->n;
    const int n = snprintf(w->text + w->n, room < most ? room : most, "%s", text);
    const size_t length = n < 0 ? 0 : (size_t)n;
    w->n += (uint32_t)((length < most ? length : most - 1) + 1);
}

static void add_machine(news *w)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int n;
    MPI_Get_processor_name(name, &n);
    add_text(w, ENDING_FAILURE_SIZE, name);
}

void messenger_record(messenger *m, uint64_t opening, const eval_record *r, double took)
{
    news w = {.kind = NEWS_VALUE,
              .opening = (uint32_t)opening,
              .id = r->id,
              .f = r->f,
              .seconds = r->seconds,
              .took = took,
              .fate = (uint32_t)r->fate,
              .stops = r->stops,
              .lost = (uint32_t)m->lost};
    m->lost = 0;
    if (r->failure != NULL) {
        add_text(&w, ENDING_FAILURE_SIZE, r->failure);
        add_text(&w, ENDING_SAID_SIZE, r->said);
    }
    send(m, &w);
}

void messenger_dropped(messenger *m, uint64_t opening, uint64_t id)
{
    eval_record r = eval_measured(id, NAN);
    r.fate = NES_FAILED;
    r.failure = "not evaluated";
    messenger_record(m, opening, &r, 0);
}

void messenger_digest(messenger *m, uint64_t round, uint64_t digest)
{
    news w = {.kind = NEWS_DIGEST, .id = round, .bits = digest};
    add_machine(&w);
    send(m, &w);
}

void messenger_fault(messenger *m, const char *why)
{
    news w = {.kind = NEWS_FAULT};
    add_machine(&w);
    add_text(&w, NES_MESSAGE_SIZE, why);
    send(m, &w);
}

void messenger_signal(messenger *m, bool urgent)
{
    const news w = {.kind = NEWS_SIGNAL, .urgent = urgent};
    send(m, &w);
}

void messenger_close(messenger *m, MPI_Comm comm)
{
    const news w = {.kind = NEWS_END};
    void *detached;
    int size;
    if (m->buffer != NULL) MPI_Buffer_detach((void *)&detached, &size);
    free(m->buffer);
    m->buffer = NULL;
    MPI_Send(&w, (int)news_size(&w), MPI_BYTE, 0, WIRE_NEWS, comm);
}
