/* SPDX-License-Identifier: MIT
 *
 * Texts one after the other, each ended by a zero: the folder, the problem file, the arguments. See
 * ranks/origin.h. */
#include "ranks/origin.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/memory.h"
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
    return 0;
}

static char *next(char **at)
{
    char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

static int read_line(origin *o, size_t n)
{
    int status, argc = 0;
    char *at = o->bytes;
    o->argv = memory_zeros(n + 1, sizeof *o->argv); /* no more arguments than bytes */
    const char *folder = next(&at);
    buffer file = {.text = next(&at)};
    file.n = strlen(file.text);
    while (at < o->bytes + n) o->argv[argc++] = next(&at);
    if (chdir(folder) != 0)
        return text_error(EXIT_USAGE, "the folder %s cannot be entered: %s", folder,
                          strerror(errno));
    if (command_line_read(&o->line, argc, o->argv, file.n > 0 ? &file : NULL, &status) != ARGS_OK)
        return status;
    return run_setup_open(&o->line.setup, &o->line.options);
}

/* Reads the command line with standard error going to the file `said`, unless it is null. */
static int read_quietly(origin *o, size_t n, FILE *said)
{
    const int shown = said != NULL ? dup(STDERR_FILENO) : -1;
    if (shown >= 0) dup2(fileno(said), STDERR_FILENO);
    const int status = read_line(o, n);
    if (shown >= 0) dup2(shown, STDERR_FILENO);
    if (shown >= 0) close(shown);
    return status;
}

static void show(FILE *said, int rank)
{
    char name[MPI_MAX_PROCESSOR_NAME], text[4096];
    int n;
    MPI_Get_processor_name(name, &n);
    text_print(stderr, "nes: rank %d (%s) cannot begin:\n", rank, name);
    if (said == NULL) return;
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fputs(text, stderr);
}

/* Worker numbers differ between all ranks. */
int origin_open(origin *o, MPI_Comm comm, const call *c)
{
    int rank, failed;
    FILE *said = tmpfile();
    o->bytes = wire_take(comm, c);
    const int status = wire_agree(comm, read_quietly(o, (size_t)c->size, said), &failed);
    MPI_Comm_rank(comm, &rank);
    if (failed == rank) show(said, rank);
    if (said != NULL) fclose(said);
    const run_setup *s = &o->line.setup;
    program *p = s->objective.program;
    if (p != NULL) p->workers_before = (size_t)rank * threads_count(s->settings.jobs);
    return status;
}

void origin_close(origin *o)
{
    if (o->bytes == NULL) return;
    command_line_close(&o->line);
    free(o->argv);
    free(o->bytes);
}
