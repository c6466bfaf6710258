/* SPDX-License-Identifier: MIT
 *
 * See ranks/begin.h. */
#include "ranks/begin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "ranks/origin.h"
#include "ranks/wire.h"

/* Opens the objective. What is printed about it goes to a file, if there can be one. */
static int open_quietly(beginning *b, size_t size, FILE *said)
{
    const int shown = said != NULL ? dup(STDERR_FILENO) : -1;
    if (shown >= 0) dup2(fileno(said), STDERR_FILENO);
    const int status = origin_open(b->bytes, size, &b->line, &b->argv);
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

int beginning_open(beginning *b, MPI_Comm comm, size_t size)
{
    int rank, failed;
    FILE *said = tmpfile();
    b->bytes = malloc(size);
    if (b->bytes == NULL) wire_abort(comm, "no memory for the command line");
    wire_share(comm, b->bytes, size);
    const int status = wire_agree(comm, open_quietly(b, size, said), &failed);
    MPI_Comm_rank(comm, &rank);
    origin_number_workers(&b->line.setup, rank);
    if (failed == rank) show(said, rank);
    if (said != NULL) fclose(said);
    return status;
}

void beginning_close(beginning *b)
{
    if (b->bytes == NULL) return;
    command_line_close(&b->line);
    free(b->argv);
    free(b->bytes);
}
