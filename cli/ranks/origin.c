/* SPDX-License-Identifier: MIT
 *
 * Texts one after the other, each ended by a zero: the folder, the problem file, the arguments. See
 * ranks/origin.h. */
#include "ranks/origin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/threads.h"
#include "objective/program.h"

static void add(buffer *to, const char *text)
{
    buffer_add(to, text, strlen(text) + 1);
}

int origin_pack(const facts_origin *from, buffer *to)
{
    char *folder = getcwd(NULL, 0);
    if (folder == NULL) return text_error(EXIT_FILES, "the working folder has no name");
    add(to, folder);
    free(folder);
    add(to, from->job.n > 0 ? from->job.text : "");
    for (int i = 0; i < from->argc; i++) add(to, from->argv[i]);
    return to->failed ? text_error(EXIT_USAGE, "no memory for the command line") : 0;
}

static char *next(char **at)
{
    char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

int origin_open(char *bytes, size_t n, command_line *c, char ***argv)
{
    int status, argc = 0;
    char *at = bytes;
    memset(c, 0, sizeof *c);
    *argv = calloc(n + 1, sizeof **argv); /* no more arguments than bytes */
    if (*argv == NULL) return text_error(EXIT_USAGE, "no memory for the command line");
    const char *folder = next(&at);
    buffer file = {.text = next(&at)};
    file.n = strlen(file.text);
    while (at < bytes + n) (*argv)[argc++] = next(&at);
    if (chdir(folder) != 0)
        return text_error(EXIT_USAGE, "the folder %s cannot be entered: %s", folder,
                          strerror(errno));
    if (command_line_read(c, argc, *argv, file.n > 0 ? &file : NULL, &status) != ARGS_OK)
        return status;
    return run_setup_open(&c->setup, &c->options);
}

void origin_number_workers(run_setup *s, int rank)
{
    program *p = s->objective.program;
    if (p != NULL) p->workers_before = (size_t)rank * threads_count(s->settings.jobs);
}
