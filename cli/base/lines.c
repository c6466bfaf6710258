/* SPDX-License-Identifier: MIT
 *
 * Lines from a buffer that grows to the longest of them. */
#include "base/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

enum { ROOM = 1 << 18 };

void lines_open(lines *l, int descriptor)
{
    *l = (lines){.descriptor = descriptor};
}

void lines_close(lines *l)
{
    free(l->buffer);
    *l = (lines){.ended = true};
}

/* The newline of the first line in the buffer, or null. */
static char *find_newline(lines *l)
{
    if (l->searched == l->end) return NULL;
    char *newline = memchr(l->buffer + l->searched, '\n', l->end - l->searched);
    l->searched = newline == NULL ? l->end : (size_t)(newline - l->buffer);
    return newline;
}

/* Waits for input, or for the end of input, at most so many milliseconds; -1: for ever. Returns
 * whether it came. */
static bool wait_for_input(const lines *l, int milliseconds)
{
    struct pollfd p = {.fd = l->descriptor, .events = POLLIN};
    return poll(&p, 1, milliseconds) != 0;
}

/* Makes room for more bytes: at the end of the buffer, in place of lines that were handed out, or
 * in a larger buffer. One byte stays free for the zero behind a last line without newline. False:
 * the line is too long. */
static bool make_room(lines *l)
{
    if (l->end + 1 < l->room) return true;
    if (l->begin > 0) {
        memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
        l->end -= l->begin;
        l->searched -= l->begin;
        l->begin = 0;
        return true;
    }
    const size_t room = l->room == 0 ? ROOM : 2 * l->room;
    if (room > LINES_LONGEST) return false;
    l->buffer = memory_resize(l->buffer, room, 1);
    l->room = room;
    return true;
}

static void read_more(lines *l)
{
    if (!make_room(l)) {
        l->error = EFBIG;
        l->ended = true;
        return;
    }
    const ssize_t n = read(l->descriptor, l->buffer + l->end, l->room - l->end - 1);
    if (n > 0) {
        l->end += (size_t)n;
    } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        wait_for_input(l, -1);
    } else if (n == 0 || errno != EINTR) {
        l->error = n == 0 ? 0 : errno;
        l->ended = true;
    }
}

bool lines_ready(lines *l)
{
    while (!l->ended && find_newline(l) == NULL) {
        if (!wait_for_input(l, 0)) return false;
        read_more(l);
    }
    return true;
}

const char *lines_reason(const lines *l)
{
    return l->error == EFBIG ? "a line has more than 256 MB, the most that is read"
                             : strerror(l->error);
}

const char *lines_next(lines *l)
{
    char *newline = find_newline(l);
    for (; newline == NULL && !l->ended; newline = find_newline(l)) read_more(l);
    if (newline == NULL && (l->begin == l->end || l->error != 0)) return NULL;
    const char *line = l->buffer + l->begin;
    if (newline == NULL) newline = l->buffer + l->end++; /* the byte that stays free for this */
    *newline = '\0';
    l->begin = l->searched = (size_t)(newline - l->buffer) + 1;
    return line;
}
