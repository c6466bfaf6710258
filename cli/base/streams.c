/* SPDX-License-Identifier: MIT
 *
 * See base/streams.h. */
#include "base/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"

/* A file must not get the number of a standard stream that was closed when the program was started,
 * because output would go into that file. So /dev/null, open the wrong way, takes that number. */
void streams_fill(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

/* Standard output is closed here, because some file systems say only then that they are full. The
 * reason why an earlier part was lost is forgotten by now; writing once more finds it again. */
int streams_finish(int status)
{
    const bool lost = ferror(stdout) != 0;
    if (lost) putchar('\n');
    errno = 0;
    int error = fflush(stdout) != 0 ? errno : 0;
    if (fclose(stdout) != 0 && error == 0) error = errno;
    if (error == 0 && !lost) return status;
    return text_error(EXIT_FILES, "standard output cannot be written: %s",
                      error != 0 ? strerror(error) : "a part of it is lost");
}
