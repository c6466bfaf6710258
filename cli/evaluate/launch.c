/* SPDX-License-Identifier: MIT
 *
 * See evaluate/launch.h. The program learns of the evaluation by its environment too:
 *
 *     NES_ID     the number of the evaluation
 *     NES_NAMES  the names of the variables, separated by commas
 *     NES_START  the folder that nes was started in
 *     NES_DIR    the folder of the evaluation, where it has one */
#include "evaluate/launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "process/folder.h"

extern char **environ;

enum { ADDED = 4, VARIABLE_SIZE = 40 };

/* ---- what stays the same -------------------------------------------------------------------- */

static char *assignment(const char *name, const char *value)
{
    buffer text = {.n = 0};
    buffer_print(&text, "%s=%s", name, value);
    return text.text;
}

static bool is_ours(const char *variable)
{
    static const char *const ours[] = {"NES_ID=", "NES_NAMES=", "NES_START=", "NES_DIR="};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strncmp(variable, ours[i], strlen(ours[i])) == 0) return true;
    return false;
}

static void copy_environment(launcher *l)
{
    size_t n = 0;
    while (environ[n] != NULL) n++;
    l->environment = memory_zeros(n + ADDED + 1, sizeof *l->environment);
    l->names = assignment("NES_NAMES", l->program->names);
    l->start = assignment("NES_START", l->program->start);
    for (size_t i = 0; i < n; i++)
        if (!is_ours(environ[i])) l->environment[l->n_environment++] = environ[i];
    l->environment[l->n_environment++] = l->names;
    l->environment[l->n_environment++] = l->start;
}

void launcher_open(launcher *l, const program *p, size_t dim)
{
    size_t n = p->n + (p->appends ? dim : 0);
    *l = (launcher){.program = p, .dim = dim};
    for (size_t i = 0; i < p->n; i++)
        if (p->arguments[i].is_all) n += dim - 1;
    l->arguments = memory_zeros(n + 1, sizeof *l->arguments);
    copy_environment(l);
}

void launcher_close(launcher *l)
{
    scratch_close(&l->scratch);
    buffer_free(&l->text);
    free(l->arguments);
    free(l->environment);
    free(l->names);
    free(l->start);
}

/* ---- one start ------------------------------------------------------------------------------ */

/* The path of the file with the point: in the evaluation's folder, or beside others like it. */
static char *point_path(const launcher *l, uint64_t id, const char *folder)
{
    char name[VARIABLE_SIZE];
    if (folder != NULL) return file_path(folder, TEMPLATE_POINT_FILE);
    snprintf(name, sizeof name, "%llu.txt", (unsigned long long)id);
    return file_path(l->scratch.root, name);
}

static int write_point(launcher *l, const placeholder_values *v)
{
    l->text.n = 0;
    placeholder_numbers(v->x, v->dim, '\n', &l->text);
    buffer_add(&l->text, "\n", 1);
    return file_create(v->file, 0666, l->text.text, l->text.n);
}

/* A relative path counts from where the program runs. */
static char *value_path(launcher *l, const placeholder_values *v)
{
    l->text.n = 0;
    placeholder_fill(&l->program->value_file, v, &l->text);
    const bool relative = l->text.text[0] != '/';
    return relative && v->dir != NULL ? file_path(v->dir, l->text.text) : memory_text(l->text.text);
}

/* Makes the folder and the files of an evaluation. An old value file would be taken for a new one.
 */
static int make_files(launcher *l, placeholder_values *v, launched *made)
{
    const program *p = l->program;
    int error = p->scratch ? scratch_make(&l->scratch, v->id, &made->folder) : 0;
    v->dir = made->folder;
    if (error == 0 && p->writes_point) {
        v->file = made->point_file = point_path(l, v->id, made->folder);
        error = write_point(l, v);
    }
    if (error == 0) error = templates_write(&p->templates, v, &l->text);
    if (error != 0 || !p->has_value_file) return error;
    made->value_file = value_path(l, v);
    return unlink(made->value_file) == 0 || errno == ENOENT || errno == ENOTDIR ? 0 : errno;
}

/* The text may move while it grows, so the arguments are found in it at the end. */
void launch_arguments(const program *p, const placeholder_values *v, buffer *text, char **arguments)
{
    text->n = 0;
    for (size_t i = 0; i <= p->n; i++) {
        if (i == p->n && !p->appends) break;
        if (i == p->n || p->arguments[i].is_all)
            placeholder_numbers(v->x, v->dim, '\0', text); /* an argument for each number */
        else
            placeholder_fill(&p->arguments[i], v, text);
        buffer_add(text, "", 1);
    }
    size_t n = 0;
    for (size_t at = 0; at < text->n; at += strlen(text->text + at) + 1)
        arguments[n++] = text->text + at;
    arguments[n] = NULL;
}

static int start(launcher *l, uint64_t id, void *owner, const launched *made)
{
    char number[VARIABLE_SIZE];
    size_t n = l->n_environment;
    char *folder = made->folder == NULL ? NULL : assignment("NES_DIR", made->folder);
    snprintf(number, sizeof number, "NES_ID=%llu", (unsigned long long)id);
    l->environment[n++] = number;
    if (folder != NULL) l->environment[n++] = folder;
    l->environment[n] = NULL;
    const process_request request = {.path = l->program->path,
                                     .arguments = l->arguments,
                                     .environment = l->environment,
                                     .folder = made->folder,
                                     .timeout = l->program->timeout,
                                     .owner = owner};
    process *started;
    const int error = children_start(l->children, &request, &started);
    free(folder);
    return error;
}

int launch(launcher *l, uint64_t id, const double *x, void *owner, launched *made)
{
    *made = (launched){.folder = NULL};
    placeholder_values v = {.dim = l->dim, .x = x, .id = id};
    int error = make_files(l, &v, made);
    if (error == 0) {
        launch_arguments(l->program, &v, &l->text, l->arguments);
        error = start(l, id, owner, made);
    }
    if (error != 0) launch_clear(l, id, false, made);
    return error;
}

void launch_clear(launcher *l, uint64_t id, bool keep, launched *made)
{
    if (made->folder == NULL && made->point_file != NULL) unlink(made->point_file);
    if (made->folder != NULL && keep) scratch_keep(&l->scratch, id, made->folder);
    if (made->folder != NULL && !keep) folder_remove(made->folder);
    free(made->folder);
    free(made->point_file);
    free(made->value_file);
    *made = (launched){.folder = NULL};
}

int launch_refused(size_t n, const char *what, int error)
{
    return text_error(EXIT_OBJECTIVE, "%zu %s cannot be started side by side: %s; lower --jobs", n,
                      what, strerror(error));
}
