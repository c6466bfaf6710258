/* SPDX-License-Identifier: MIT
 *
 * Writing the sentence of a refusal; one that is too long is cut off. */
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
