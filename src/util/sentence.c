/* SPDX-License-Identifier: MIT
 *
 * The only file of the library that prints and reads numbers: a host program may have chosen a
 * locale with a decimal comma, for the process or for one thread. setlocale and localeconv belong
 * to the whole process, and other threads may call them meanwhile; uselocale belongs to the calling
 * thread alone. For the locale "C" newlocale takes no memory in the libraries of GNU and musl;
 * where newlocale fails, numbers follow the present locale. */
#include "util/sentence.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plain {
    locale_t own, before;
} plain;

static plain begin_plain(void)
{
    plain p = {.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    p.before = p.own != (locale_t)0 ? uselocale(p.own) : (locale_t)0;
    return p;
}

static void end_plain(plain p)
{
    if (p.own == (locale_t)0) return;
    uselocale(p.before);
    freelocale(p.own);
}

int nes_print_list(char *text, size_t size, const char *format, va_list args)
{
    const plain p = begin_plain();
    const int n = vsnprintf(text, size, format, args);
    end_plain(p);
    return n;
}

int nes_print(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = nes_print_list(text, size, format, args);
    va_end(args);
    return n;
}

void nes_append(char *text, size_t size, const char *format, ...)
{
    va_list args;
    const size_t used = strlen(text);
    va_start(args, format);
    nes_print_list(text + used, size - used, format, args);
    va_end(args);
}

double nes_read_real(const char *text, char **end)
{
    const plain p = begin_plain();
    const double v = strtod(text, end);
    end_plain(p);
    return v;
}

/* A sentence that is too long is cut off. */
nes_status nes_refuse(nes_note note, nes_status status, const char *format, ...)
{
    if (note.text != NULL && note.size > 0) {
        va_list args;
        va_start(args, format);
        nes_print_list(note.text, note.size, format, args);
        va_end(args);
    }
    return status;
}
