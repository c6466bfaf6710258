/* SPDX-License-Identifier: MIT
 *
 * See evaluate/launch.h. The program learns of the evaluation by its environment too:
 *
 *     NES_ID     the number of the evaluation
 *     NES_NAMES  the names of the variables, separated by commas
 *     NES_START  the folder that nes was started in
 *     NES_DIR    the folder of the evaluation, where it has one
 *
 * A folder that is kept has the number of its evaluation, and one more number where an evaluation
 * was made again. */
#include "evaluate/launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "objective/executable.h"
#include "process/folder.h"

extern char **environ;

enum { ADDED = 4, VARIABLE_SIZE = 40, NAME_SIZE = 64, MOST_TRIES = 100000 };

/* ---- folders of evaluations ------------------------------------------------------------------ */

int launcher_open_scratch(launcher *l, const char *parent)
{
    const program *p = l->program;
    scratch *s = &l->scratch;
    if (!p->scratch && !p->writes_point) return 0;
    if (parent == NULL && p->n_launch > 0)
        parent = "nes-scratch"; /* a path that means the same on all machines */
    s->own = parent == NULL;
    const char *name = parent != NULL ? parent : folder_temporary();
    int error = parent == NULL ? 0 : file_make_folders(parent);
    if (error == 0) {
        s->parent = executable_absolute(name);
        error = folder_make(s->parent, "nes", &s->root);
    }
    if (error == 0) error = children_guard_folder(l->children, s->root);
    if (error == 0) return 0;
    return text_error(EXIT_FILES, "there can be no folders for evaluations in '%s': %s%s", name,
                      strerror(error), parent == NULL ? "; set TMPDIR to another folder" : "");
}

static void close_scratch(scratch *s)
{
    if (s->root != NULL) folder_remove(s->root);
    if (s->parent != NULL && !s->own) rmdir(s->parent); /* unless something is in it */
    free(s->root);
    free(s->parent);
    free(s->kept);
}

/* Makes FOLDER/NUMBER, or FOLDER/NUMBER-TRY if there is one; its path is to be freed. */
static int make_numbered(const char *folder, uint64_t id, char **path)
{
    char name[NAME_SIZE];
    int error = EEXIST;
    for (unsigned try = 1; error == EEXIST && try < MOST_TRIES; try++) {
        const int n = snprintf(name, sizeof name, "%llu", (unsigned long long)id);
        if (try > 1) snprintf(name + n, sizeof name - (size_t)n, "-%u", try);
        *path = file_path(folder, name);
        if (mkdir(*path, S_IRWXU) == 0) return 0;
        error = errno;
        free(*path);
        *path = NULL;
    }
    return error;
}

/* Moves the folder to where it stays: it replaces an empty one of its number. A folder that cannot
 * be moved is removed, so that nothing is left where nobody looks. */
static void keep_folder(scratch *s, uint64_t id, const char *path)
{
    char *to = NULL;
    if (s->kept == NULL && s->own) folder_make(s->parent, "nes-kept", &s->kept);
    if (s->kept == NULL && !s->own) s->kept = memory_text(s->parent);
    const bool made = s->kept != NULL && make_numbered(s->kept, id, &to) == 0;
    const bool moved = made && rename(path, to) == 0;
    if (!moved) folder_remove(path);
    if (made && !moved) rmdir(to);
    free(to);
}

/* ---- what stays the same -------------------------------------------------------------------- */

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
    for (size_t i = 0; i < n; i++)
        if (!is_ours(environ[i])) l->environment[l->n_environment++] = environ[i];
    l->environment[l->n_environment++] = l->program->names;
    l->environment[l->n_environment++] = l->program->start;
}

void launcher_open(launcher *l, const objective *o)
{
    const program *p = o->program;
    size_t n = p->n + (p->appends ? o->dim : 0);
    *l = (launcher){.program = p, .limit = &o->limit, .dim = o->dim};
    for (size_t i = 0; i < p->n; i++)
        if (p->arguments[i].is_all) n += o->dim - 1;
    l->arguments = memory_zeros(n + 1, sizeof *l->arguments);
    copy_environment(l);
}

void launcher_close(launcher *l)
{
    close_scratch(&l->scratch);
    buffer_free(&l->text);
    free(l->arguments);
    free(l->environment);
}

/* ---- one start ------------------------------------------------------------------------------ */

/* Returns the path of the file with the point: in the folder of the evaluation, or else in the
 * folder of the run. */
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
    placeholder_numbers(v->x, v->dim, v->scale, '\n', &l->text);
    buffer_add(&l->text, "\n", 1);
    return file_create(v->file, 0666, l->text.text, l->text.n);
}

/* Returns the path of a file that the program writes. A relative path counts from the folder that
 * the program runs in. */
static char *written_path(launcher *l, const placeholder_text *name, const placeholder_values *v)
{
    l->text.n = 0;
    placeholder_fill(name, v, &l->text);
    const bool relative = l->text.text[0] != '/';
    return relative && v->dir != NULL ? file_path(v->dir, l->text.text) : memory_text(l->text.text);
}

/* Looks at what is in the place of files of outputs. */
static void open_outputs(launcher *l, const placeholder_values *v, launched *made)
{
    const output_set *o = l->program->outputs;
    if (o == NULL || o->files == 0) return;
    made->outputs = memory_zeros(o->names.n, sizeof *made->outputs);
    made->n_outputs = o->names.n;
    for (size_t i = 0; i < o->names.n; i++)
        if (o->rule[i].has_file)
            value_file_open(&made->outputs[i], written_path(l, &o->rule[i].file, v));
}

/* Makes the folder and the files of an evaluation, and looks at what is in the place of the value
 * file. */
static int make_files(launcher *l, placeholder_values *v, launched *made)
{
    const program *p = l->program;
    int error = p->scratch ? make_numbered(l->scratch.root, v->id, &made->folder) : 0;
    v->dir = made->folder;
    if (error == 0 && p->writes_point) {
        v->file = made->point_file = point_path(l, v->id, made->folder);
        error = write_point(l, v);
    }
    if (error == 0) error = templates_write(&p->templates, v, &l->text);
    if (error != 0) return error;
    if (p->has_value_file) value_file_open(&made->value, written_path(l, &p->value_file, v));
    open_outputs(l, v, made);
    return 0;
}

/* The text may move while it grows, so the arguments are found in it at the end. */
void launch_arguments(const program *p, const placeholder_values *v, buffer *text, char **arguments)
{
    text->n = 0;
    for (size_t i = 0; i <= p->n; i++) {
        if (i == p->n && !p->appends) break;
        if (i == p->n)
            placeholder_numbers(v->x, v->dim, v->scale, '\0', text);
        else if (p->arguments[i].is_all) /* an argument for each number */
            placeholder_fill_all(&p->arguments[i], v, '\0', text);
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
    buffer folder = {.n = 0};
    size_t n = l->n_environment;
    snprintf(number, sizeof number, "NES_ID=%llu", (unsigned long long)id);
    l->environment[n++] = number;
    if (made->folder != NULL) {
        buffer_print(&folder, "NES_DIR=%s", made->folder);
        l->environment[n++] = folder.text;
    }
    l->environment[n] = NULL;
    const process_request request = {.path = l->program->path,
                                     .arguments = l->arguments,
                                     .environment = l->environment,
                                     .folder = made->folder,
                                     .timeout = time_limit_now(l->limit),
                                     .owner = owner};
    process *started;
    const int error = children_start(l->children, &request, &started);
    buffer_free(&folder);
    return error;
}

int launch(launcher *l, uint64_t id, const double *x, void *owner, launched *made)
{
    *made = (launched){.folder = NULL};
    placeholder_values v = {.dim = l->dim, .x = x, .scale = l->program->scale, .id = id};
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
    if (made->folder != NULL && keep) keep_folder(&l->scratch, id, made->folder);
    if (made->folder != NULL && !keep) folder_remove(made->folder);
    free(made->folder);
    free(made->point_file);
    value_file_close(&made->value);
    for (size_t i = 0; i < made->n_outputs; i++) value_file_close(&made->outputs[i]);
    free(made->outputs);
    *made = (launched){.folder = NULL};
}

int launch_refused(size_t n, const char *what, int error)
{
    return text_error(EXIT_OBJECTIVE, "%zu %s cannot be started side by side: %s; lower --jobs", n,
                      what, strerror(error));
}
