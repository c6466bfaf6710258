/* SPDX-License-Identifier: MIT
 *
 * Sentences for people: why a call was refused. */
#include "util/text.h"

#include <stdio.h>

nes_status nes_refuse(nes_note note, nes_status status, const char *format, ...)
{
    if (note.text != NULL && note.size > 0) {
        va_list args;
        va_start(args, format);
        vsnprintf(note.text, note.size, format, args);
        va_end(args);
    }
    return status;
}
