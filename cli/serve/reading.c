/* SPDX-License-Identifier: MIT
 *
 * See serve/reading.h. */
#include "serve/reading.h"

#include "base/json_values.h"
#include "base/text.h"

int reading_do(const char *folder, int (*read)(store *s, void *data), void *data, buffer *said)
{
    store *s;
    text_divert(said);
    int status = store_open(&s, folder, STORE_READ);
    if (status == 0) status = read(s, data);
    store_close(s);
    text_divert(NULL);
    return status;
}

void reading_end(buffer *to, buffer *said)
{
    if (said->n > 0) {
        while (said->n > 0 && said->text[said->n - 1] == '\n') said->text[--said->n] = '\0';
        buffer_print(to, ",\"error\":");
        json_write(json_from_string(said->text), to);
    }
    buffer_print(to, "}");
    buffer_free(said);
}
