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
#include "session/identity.h"

static void add(buffer *to, const char *text)
{
    buffer_add(to, text, strlen(text) + 1);
}

static void add_files(buffer *to, const run_options *o)
{
    identity files;
    identity_find(&files, o);
    char *text = identity_print(&files);
    add(to, text);
    cJSON_free(text);
    identity_close(&files);
}

int origin_pack(const facts_origin *from, const run_options *o, buffer *to)
{
    char *folder = getcwd(NULL, 0);
    if (folder == NULL)
        return text_error(EXIT_FILES, "the folder that nes was started in has no path");
    add(to, folder);
    free(folder);
    add(to, from->job.n > 0 ? from->job.text : "");
    add(to, from->job_now.n > 0 ? from->job_now.text : "");
    add_files(to, o);
    for (int i = 0; i < from->argc; i++) add(to, from->argv[i]);
    return 0;
}

static char *next(char **at)
{
    char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

/* Refuses another file than that of rank 0: values of two objectives would be mixed. A program that
 * PATH gives may differ between machines. Files that are not there are refused by whoever opens
 * them, and an argument need not be a file. */
static int compare_files(const char *theirs)
{
    identity files;
    char digest[DIGEST_SIZE];
    int status = 0;
    identity_read(&files, theirs);
    for (size_t i = 0; i < files.n && status == 0; i++) {
        const identity_file *f = &files.file[i];
        if (identity_is_on_path(f)) continue;
        char *path = identity_path(f);
        if (path != NULL && digest_file(path, digest) == 0 && strcmp(digest, f->digest) != 0)
            status = text_error(EXIT_USAGE,
                                "the %s %s is another one than that of rank 0: give all ranks the "
                                "same",
                                f->what, f->name);
        free(path);
    }
    identity_close(&files);
    return status;
}

static int read_line(origin *o, size_t n)
{
    int status;
    char *at = o->bytes;
    o->argv = memory_zeros(n + 1, sizeof *o->argv); /* no more arguments than bytes */
    const char *folder = next(&at);
    facts_origin from = {.argv = o->argv, .job.text = next(&at)};
    from.job.n = strlen(from.job.text);
    from.job_now.text = next(&at);
    from.job_now.n = strlen(from.job_now.text);
    const char *files = next(&at);
    while (at < o->bytes + n) o->argv[from.argc++] = next(&at);
    if (chdir(folder) != 0)
        return text_error(EXIT_USAGE, "the folder %s cannot be entered: %s", folder,
                          strerror(errno));
    if (command_line_again(&o->line, &from, &status) != ARGS_OK) return status;
    status = compare_files(files);
    if (status != 0) return status;
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
