/* SPDX-License-Identifier: MIT
 *
 * Catching what is printed; see said.h. */
#include "said.h"

#include <stdio.h>
#include <unistd.h>

#include "check.h"

enum { ROOM = 1 << 16 };

static struct {
    int descriptor, before;
    FILE *file;
    char text[ROOM];
} said;

void said_begin(int descriptor)
{
    fflush(NULL);
    said.descriptor = descriptor;
    said.before = dup(descriptor);
    said.file = tmpfile();
    assert_non_null(said.file);
    assert_true(said.before >= 0);
    assert_true(dup2(fileno(said.file), descriptor) >= 0);
}

const char *said_end(void)
{
    fflush(NULL);
    dup2(said.before, said.descriptor);
    close(said.before);
    rewind(said.file);
    said.text[fread(said.text, 1, ROOM - 1, said.file)] = '\0';
    fclose(said.file);
    return said.text;
}
