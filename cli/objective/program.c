/* SPDX-License-Identifier: MIT
 *
 * The description of a program from its options; see objective/program.h. */
#include "objective/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "nes/by_name.h"
#include "objective/executable.h"
#include "objective/launch_words.h"
#include "objective/program_parts.h"

static int no_memory(const opening *o)
{
    snprintf(o->message, o->size, "there is not enough memory for the description of '%s'",
             o->p->command[0]);
    return EXIT_OBJECTIVE;
}

void program_show_way(const char *file, char *message, size_t size)
{
    const char *interpreter = executable_interpreter(file);
    const bool bare = strchr(file, '/') == NULL;
    if (interpreter != NULL && access(file, X_OK) != 0)
        snprintf(message, size,
                 "to minimise what a program prints, write: nes run --dim N -- %s %s {x}",
                 interpreter, file);
    else
        snprintf(message, size,
                 "to minimise what a program prints, write: nes run --dim N -- %s%s {x}",
                 bare ? "./" : "", file);
}

/* ---- words and numbers of options ----------------------------------------------------------- */

static int read_timeout(const opening *o)
{
    const char *text = o->g->timeout;
    char *end;
    if (text == NULL) return 0;
    o->p->timeout = strtod(text, &end);
    if (end != text && *end == '\0' && o->p->timeout > 0 && isfinite(o->p->timeout)) return 0;
    snprintf(o->message, o->size, "--timeout '%s' is no number of seconds above 0", text);
    return EXIT_USAGE;
}

static const char *keeps_word(size_t i, const void *data)
{
    static const char *const known[] = {[PROGRAM_KEEPS_NONE] = "none",
                                        [PROGRAM_KEEPS_FAILED] = "failed",
                                        [PROGRAM_KEEPS_ALL] = "all"};
    (void)data;
    return i < sizeof known / sizeof *known ? known[i] : NULL;
}

static int read_keeps(const opening *o)
{
    char hint[128];
    const char *word = o->g->keep_scratch;
    if (word == NULL) return 0;
    for (size_t i = 0; keeps_word(i, NULL) != NULL; i++)
        if (strcmp(word, keeps_word(i, NULL)) == 0) {
            o->p->keeps = (program_keeps)i;
            return 0;
        }
    nes_nearest(word, keeps_word, NULL, "", "; there are none, failed and all", hint, sizeof hint);
    snprintf(o->message, o->size, "--keep-scratch '%s' is unknown%s", word, hint);
    return EXIT_USAGE;
}

/* ---- what the program is told --------------------------------------------------------------- */

/* An argument that is {} comes from the habits of other tools. */
static int read_argument(const opening *o, size_t i)
{
    program *p = o->p;
    const char *text = p->command[i];
    char where[300];
    snprintf(where, sizeof where, "argument '%.256s'", text);
    if (strcmp(text, "{}") == 0) {
        snprintf(o->message, o->size, "%s: write {x} for the numbers of the point", where);
        return EXIT_USAGE;
    }
    const int status =
        placeholder_open(&p->arguments[p->n], text, strlen(text), o->v, where, o->message, o->size);
    if (status == 0) p->n++;
    return status;
}

/* The words of the launcher as they are, and behind them the whole path of the program, which may
 * be started in another folder and on another machine. */
static int add_launch(const opening *o, const words *launch)
{
    program *p = o->p;
    char *path;
    char why[NES_MESSAGE_SIZE];
    const int status = executable_find(launch->word[0], &path, why, sizeof why);
    if (status != 0) {
        snprintf(o->message, o->size, "--launch: %s", why);
        return status;
    }
    bool complete = true;
    for (size_t i = 0; i <= launch->n && complete; i++, p->n += complete)
        complete =
            placeholder_open_plain(&p->arguments[p->n], i < launch->n ? launch->word[i] : p->path);
    p->n_launch = launch->n;
    free(p->path);
    p->path = path;
    return complete ? 0 : no_memory(o);
}

static int fill_arguments(const opening *o, const words *launch)
{
    program *p = o->p;
    size_t n = 0;
    while (p->command[n] != NULL) n++;
    p->arguments = calloc(n + launch->n, sizeof *p->arguments);
    if (p->arguments == NULL) return no_memory(o);
    int status = launch->n > 0 ? add_launch(o, launch) : 0;
    for (size_t i = launch->n > 0 ? 1 : 0; i < n && status == 0; i++) status = read_argument(o, i);
    return status;
}

static int read_arguments(const opening *o)
{
    words launch;
    int status = launch_words_read(&launch, o->g->launch, o->message, o->size);
    if (status != 0) return status;
    status = fill_arguments(o, &launch);
    words_close(&launch);
    return status;
}

/* A program that runs in another folder finds its script only by the whole path:
 * `python3 sim.py` becomes `python3 /home/me/sim.py`. */
static int find_script(const opening *o)
{
    program *p = o->p;
    const size_t n = p->n - p->n_launch;
    size_t i = 1;
    while (i < n && p->command[i][0] == '-') i++;
    placeholder_text *argument = p->arguments + p->n_launch + i;
    if (i >= n || argument->n != 1 || executable_interpreter(p->command[i]) == NULL ||
        access(p->command[i], R_OK) != 0)
        return 0;
    char *path = executable_absolute(p->command[i]);
    placeholder_close(argument);
    const bool found = path != NULL && placeholder_open_plain(argument, path);
    free(path);
    return found ? 0 : no_memory(o);
}

/* A file that every evaluation would write, or an old one, could be taken for a new value. So a
 * relative one lies in the evaluation's own folder, and others differ by placeholders. */
static int read_value_file(const opening *o)
{
    program *p = o->p;
    const char *file = o->g->value_file;
    if (file == NULL) return 0;
    const int status = placeholder_open(&p->value_file, file, strlen(file), o->v, "--value-file",
                                        o->message, o->size);
    if (status != 0) return status;
    const placeholder_text *t = &p->value_file;
    p->has_value_file = true;
    if (t->has_id || t->has_dir || (t->has_number && file[0] == '/')) return 0;
    p->scratch = true;
    if (file[0] != '\0' && file[0] != '/') return 0;
    snprintf(o->message, o->size,
             "--value-file '%s': all evaluations would write the same file; give a path in the "
             "folder of the evaluation, such as result.txt, or one with {i}",
             file);
    return EXIT_USAGE;
}

/* Which placeholders there are decides what has to be made for a point. */
static int read_uses(const opening *o)
{
    program *p = o->p;
    bool numbers = false, dir = false, job = p->value_file.has_job;
    for (size_t i = 0; i < p->n + p->templates.n; i++) {
        const placeholder_text *t =
            i < p->n ? &p->arguments[i] : &p->templates.files[i - p->n].text;
        numbers = numbers || t->has_number || t->has_file;
        dir = dir || t->has_dir;
        job = job || t->has_job;
        p->writes_point = p->writes_point || t->has_file;
    }
    p->scratch = p->scratch || o->g->scratch || dir || p->value_file.has_dir ||
                 p->templates.n > 0 || p->keeps != PROGRAM_KEEPS_NONE;
    p->appends = !numbers && p->templates.n == 0;
    if (job) {
        snprintf(o->message, o->size,
                 "{job} is the number of a worker; give --worker too, or {i} for the number of the "
                 "evaluation");
        return EXIT_USAGE;
    }
    if (numbers || p->appends) return 0;
    snprintf(o->message, o->size,
             "--template %s: nothing tells the program the point; put placeholders such as {x1} "
             "into a template or the arguments",
             o->g->templates);
    return EXIT_USAGE;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int read_surroundings(const opening *o)
{
    buffer names = {.n = 0};
    char text[VARIABLES_NAME_SIZE], here[4096];
    for (size_t i = 0; i < o->v->n; i++)
        buffer_print(&names, "%s%s", i > 0 ? "," : "", variables_name(o->v, i, text));
    o->p->names = names.text;
    o->p->start = getcwd(here, sizeof here) == NULL ? NULL : strdup(here);
    return names.failed || names.text == NULL || o->p->start == NULL ? no_memory(o) : 0;
}

static int read_all(const opening *o)
{
    program *p = o->p;
    const objective_options *g = o->g;
    p->worker = g->worker || g->worker_json;
    p->worker_json = g->worker_json;
    int status = executable_find(p->command[0], &p->path, o->message, o->size);
    if (status == 0) status = read_surroundings(o);
    if (status == 0) status = read_timeout(o);
    if (status == 0) status = launch_tries_read(&p->tries, g->launch_tries, o->message, o->size);
    if (status == 0) status = read_keeps(o);
    if (status == 0) status = exit_codes_read(&p->codes, g->exit_codes, o->message, o->size);
    if (status == 0) status = read_arguments(o);
    if (status == 0 && p->worker) status = program_read_worker(o);
    if (status != 0 || p->worker) return status;
    status = templates_open(&p->templates, g->templates, o->v, o->message, o->size);
    if (status == 0) status = read_value_file(o);
    if (status == 0) status = read_uses(o);
    if (status == 0 && p->scratch) status = find_script(o);
    if (status != 0) return status;
    return value_open(&p->value, g->value_json, g->value_pattern,
                      p->has_value_file ? "wrote" : "printed", o->message, o->size);
}

const char *program_name(const objective_options *g)
{
    return g->command[0] == NULL ? "" : g->command[0];
}

int program_open(program **out, const objective_options *g, const variables *v, char *message,
                 size_t size)
{
    program *p = g->command[0] == NULL ? NULL : calloc(1, sizeof *p);
    if (g->command[0] == NULL) {
        snprintf(message, size,
                 "no program follows \"--\"; write the program and its arguments, "
                 "such as -- ./sim.py {x}");
        return EXIT_USAGE;
    }
    if (p == NULL) {
        snprintf(message, size, "there is not enough memory for a program");
        return EXIT_OBJECTIVE;
    }
    p->command = g->command;
    const opening o = {p, g, v, message, size};
    const int status = read_all(&o);
    if (status == 0)
        *out = p;
    else
        program_close(p);
    return status;
}

void program_close(program *p)
{
    if (p == NULL) return;
    for (size_t i = 0; i < p->n; i++) placeholder_close(&p->arguments[i]);
    free(p->arguments);
    templates_close(&p->templates);
    placeholder_close(&p->value_file);
    value_close(p->value);
    free(p->path);
    free(p->names);
    free(p->start);
    free(p);
}
