/* SPDX-License-Identifier: MIT
 *
 * See ranks/messenger.h. */
#include "ranks/messenger.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nes/nes.h"

enum { OTHERS = 32 }; /* messages other than records that may be on their way */

void messenger_open(messenger *m, size_t jobs, size_t outputs)
{
    const size_t each = news_size(outputs, NEWS_TEXT) + MPI_BSEND_OVERHEAD;
    if (m->buffer != NULL) return;
    m->outputs = outputs;
    m->news = memory_zeros(1, each);
    m->buffer = memory_zeros(jobs + OTHERS, each);
    MPI_Buffer_attach(m->buffer, (int)((jobs + OTHERS) * each));
}

static void send(const messenger *m)
{
    const news *w = m->news;
    MPI_Bsend(w, (int)news_size(w->outputs, w->n), MPI_BYTE, 0, WIRE_NEWS, m->comm);
}

/* Appends a text with its zero, cut to `most` bytes. */
static void add_text(news *w, size_t most, const char *text)
{
    const size_t n = strnlen(text, most - 1);
    char *to = news_text(w) + w->n;
    memcpy(to, text, n);
    to[n] = '\0';
    w->n += (uint32_t)n + 1;
}

void messenger_record(messenger *m, uint64_t opening, const eval_record *r)
{
    *m->news = (news){.kind = NEWS_RECORD,
                      .opening = (uint32_t)opening,
                      .id = r->id,
                      .f = r->f,
                      .seconds = r->seconds,
                      .fate = (uint32_t)r->fate,
                      .stops = r->stops,
                      .lost = (uint32_t)m->lost,
                      .outputs = r->outputs != NULL ? (uint32_t)m->outputs : 0};
    m->lost = 0;
    if (r->outputs != NULL) memcpy(m->news->output, r->outputs, m->outputs * sizeof *r->outputs);
    if (r->failure != NULL) {
        add_text(m->news, ENDING_FAILURE_SIZE, r->failure);
        add_text(m->news, ENDING_SAID_SIZE, r->said);
    }
    send(m);
}

void messenger_fault(messenger *m, const char *why)
{
    char machine[MPI_MAX_PROCESSOR_NAME];
    int n;
    MPI_Get_processor_name(machine, &n);
    *m->news = (news){.kind = NEWS_FAULT};
    add_text(m->news, ENDING_FAILURE_SIZE, machine);
    add_text(m->news, NES_MESSAGE_SIZE, why);
    send(m);
}

void messenger_signal(messenger *m, bool urgent)
{
    *m->news = (news){.kind = NEWS_SIGNAL, .urgent = urgent};
    send(m);
}

void messenger_close(messenger *m)
{
    const news end = {.kind = NEWS_END};
    void *detached;
    int size;
    if (m->buffer != NULL) MPI_Buffer_detach((void *)&detached, &size);
    free(m->buffer);
    free(m->news);
    MPI_Send(&end, (int)sizeof end, MPI_BYTE, 0, WIRE_NEWS, m->comm);
}
