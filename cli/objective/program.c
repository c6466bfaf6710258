/* SPDX-License-Identifier: MIT
 *
 * The description of a program from its options; see objective/program.h. */
#include "objective/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "nes/by_name.h"
#include "objective/executable.h"
#include "options/args.h"

typedef struct opening {
    program *p;
    const objective_options *g;
    const variables *v;
} opening;

const char *program_way(const char *file, char *text, size_t size)
{
    const char *interpreter = executable_interpreter(file);
    const bool plain = strpbrk(file, " \t") == NULL;
    const bool started = plain && interpreter != NULL && access(file, X_OK) != 0;
    const bool bare = plain && !started && strchr(file, '/') == NULL;
    snprintf(text, size, "to minimise what a program prints, write: nes run --dim N -- %s%s%s {x}",
             started ? interpreter : "",
             started ? " "
             : bare  ? "./"
                     : "",
             file);
    return text;
}

/* ---- words and numbers of options ----------------------------------------------------------- */

static int read_keeps(const opening *o)
{
    static const char *const known[] = {[PROGRAM_KEEPS_NONE] = "none",
                                        [PROGRAM_KEEPS_FAILED] = "failed",
                                        [PROGRAM_KEEPS_ALL] = "all"};
    enum { KNOWN = sizeof known / sizeof *known };
    if (o->g->keep_scratch == NULL) return 0;
    const size_t i = args_word("keep-scratch", o->g->keep_scratch, known, KNOWN);
    if (i < KNOWN) o->p->keeps = (program_keeps)i;
    return i < KNOWN ? 0 : EXIT_USAGE;
}

/* Reads --launch-tries: how often an evaluation is started at most. */
static int read_tries(const opening *o)
{
    enum { TRIES = 8, MOST = 1000 };
    const char *text = o->g->launch_tries;
    char *end;
    const long n = text == NULL ? TRIES : strtol(text, &end, 10);
    if (text != NULL && (end == text || *end != '\0' || n < 1 || n > MOST))
        return text_error(EXIT_USAGE, "--launch-tries '%s' is no number from 1 to %d", text, MOST);
    o->p->tries = (size_t)n;
    return 0;
}

/* ---- what the program is told --------------------------------------------------------------- */

/* Reads argument i of the program. An argument {} comes from the habits of other tools, and is
 * refused. */
static int read_argument(const opening *o, size_t i)
{
    program *p = o->p;
    const char *text = p->command[i];
    char where[300];
    snprintf(where, sizeof where, "argument '%.256s'", text);
    if (strcmp(text, "{}") == 0)
        return text_error(EXIT_USAGE, "%s: write {x} for the numbers of the point", where);
    const int status = placeholder_open(&p->arguments[p->n], text, strlen(text), o->v, where);
    if (status == 0) p->n++;
    return status;
}

/* Adds the words of the launcher as they are, and behind them the absolute path of the program,
 * which may be started in another folder and on another machine. */
static int add_launch(const opening *o, const words *launch)
{
    program *p = o->p;
    char *path;
    const int status = executable_find("--launch: ", launch->word[0], &path);
    if (status != 0) return status;
    for (size_t i = 0; i <= launch->n; i++)
        placeholder_open_plain(&p->arguments[p->n++], i < launch->n ? launch->word[i] : p->path);
    p->n_launch = launch->n;
    free(p->path);
    p->path = path;
    return 0;
}

static int fill_arguments(const opening *o, const words *launch)
{
    program *p = o->p;
    size_t n = 0;
    while (p->command[n] != NULL) n++;
    p->arguments = memory_zeros(n + launch->n, sizeof *p->arguments);
    int status = launch->n > 0 ? add_launch(o, launch) : 0;
    for (size_t i = launch->n > 0 ? 1 : 0; i < n && status == 0; i++) status = read_argument(o, i);
    return status;
}

static int read_arguments(const opening *o)
{
    words launch = {.n = 0};
    const char *text = o->g->launch, *wrong = text == NULL ? NULL : words_split(&launch, text);
    if (text != NULL && wrong == NULL && launch.n == 0) wrong = "it has no words";
    const int status =
        wrong == NULL
            ? fill_arguments(o, &launch)
            : text_error(EXIT_USAGE,
                         "--launch '%s': %s; give a command such as 'srun --exclusive -N1 -n1'",
                         text, wrong);
    words_close(&launch);
    return status;
}

/* Puts the absolute path in place of a script: a program that runs in another folder finds its
 * script only so. `python3 sim.py` becomes `python3 /home/me/sim.py`. */
static void find_script(const opening *o)
{
    program *p = o->p;
    const size_t n = p->n - p->n_launch;
    size_t i = 1;
    while (i < n && p->command[i][0] == '-') i++;
    placeholder_text *argument = p->arguments + p->n_launch + i;
    if (i >= n || argument->n != 1 || executable_interpreter(p->command[i]) == NULL ||
        access(p->command[i], R_OK) != 0)
        return;
    char *path = executable_absolute(p->command[i]);
    placeholder_close(argument);
    placeholder_open_plain(argument, path);
    free(path);
}

/* Reads --value-file. A file that all evaluations write, or an old one, could be taken for a new
 * value. So a relative path is one in the evaluation's own folder, and other paths must differ by
 * placeholders. */
static int read_value_file(const opening *o)
{
    program *p = o->p;
    const char *file = o->g->value_file;
    if (file == NULL) return 0;
    const int status = placeholder_open(&p->value_file, file, strlen(file), o->v, "--value-file");
    if (status != 0) return status;
    const placeholder_text *t = &p->value_file;
    p->has_value_file = true;
    if (t->has_id || t->has_dir || (t->has_number && file[0] == '/')) return 0;
    p->scratch = true;
    if (file[0] != '\0' && file[0] != '/') return 0;
    return text_error(
        EXIT_USAGE,
        "--value-file '%s': all evaluations would write the same file; give a path in the "
        "folder of the evaluation, such as result.txt, or one with {i}",
        file);
}

/* Finds out from the placeholders what has to be made for a point. */
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
    if (job)
        return text_error(
            EXIT_USAGE,
            "{job} is the number of a worker; give --worker too, or {i} for the number of the "
            "evaluation");
    if (numbers || p->appends) return 0;
    return text_error(
        EXIT_USAGE,
        "--template %s: nothing tells the program the point; put placeholders such as {x1} "
        "into a template or the arguments",
        o->g->templates);
}

int program_check_options(const objective_options *g)
{
    const struct {
        const char *name;
        bool given, for_workers;
    } options[] = {
        {"worker", g->worker, true},
        {"worker-json", g->worker_json, true},
        {"template", g->templates != NULL, false},
        {"scratch", g->scratch, false},
        {"keep-scratch", g->keep_scratch != NULL, false},
        {"value-json", g->value_json != NULL, true},
        {"value-pattern", g->value_pattern != NULL, false},
        {"value-file", g->value_file != NULL, false},
        {"exit-codes", g->exit_codes != NULL, false},
        {"launch", g->launch != NULL, true},
        {"launch-tries", g->launch_tries != NULL, true},
    };
    const bool worker = g->worker || g->worker_json;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (!options[i].given) continue;
        if (g->command == NULL)
            return text_error(EXIT_USAGE,
                              "--%s is for programs, which are named at the end: -- ./sim.py {x}",
                              options[i].name);
        if (worker && !options[i].for_workers)
            return text_error(EXIT_USAGE,
                              "--%s is for programs that are started for every point; leave it out "
                              "or leave --worker out",
                              options[i].name);
    }
    return 0;
}

/* Refuses arguments of a worker that tell of a point: it is started before there is one. */
static int check_worker(const opening *o)
{
    for (size_t i = 0; i < o->p->n; i++) {
        const placeholder_text *t = &o->p->arguments[i];
        if (t->has_number || t->has_id || t->has_file || t->has_dir)
            return text_error(EXIT_USAGE,
                              "argument '%s': a worker reads points from its input, so that its "
                              "arguments have no placeholder but {job}; leave this one out or "
                              "leave --worker out",
                              o->p->command[i - o->p->n_launch]);
    }
    return 0;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int read_surroundings(const opening *o)
{
    buffer names = {.n = 0};
    char text[VARIABLES_NAME_SIZE], here[4096];
    for (size_t i = 0; i < o->v->n; i++)
        buffer_print(&names, "%s%s", i > 0 ? "," : "", variables_name(o->v, i, text));
    o->p->names = names.text;
    if (getcwd(here, sizeof here) == NULL)
        return text_error(EXIT_OBJECTIVE, "the folder that nes is started in has no path: %s",
                          strerror(errno));
    o->p->start = memory_text(here);
    return 0;
}

static int read_all(const opening *o)
{
    program *p = o->p;
    const objective_options *g = o->g;
    p->worker = g->worker || g->worker_json;
    p->worker_json = g->worker_json;
    int status = program_check_options(g);
    if (status == 0) status = executable_find("", p->command[0], &p->path);
    if (status == 0) status = read_surroundings(o);
    if (status == 0) status = objective_timeout(g, &p->timeout);
    if (status == 0) status = read_tries(o);
    if (status == 0) status = read_keeps(o);
    if (status == 0) status = exit_codes_read(&p->codes, g->exit_codes);
    if (status == 0) status = read_arguments(o);
    if (status == 0 && p->worker) status = check_worker(o);
    if (status == 0 &&
        p->worker) /* the value is the field f of an answer in JSON, or that of --value-json */
        return value_open(&p->value, g->value_json != NULL ? g->value_json : "f", NULL, "wrote");
    if (status != 0) return status;
    status = templates_open(&p->templates, g->templates, o->v);
    if (status == 0) status = read_value_file(o);
    if (status == 0) status = read_uses(o);
    if (status != 0) return status;
    if (p->scratch) find_script(o);
    return value_open(&p->value, g->value_json, g->value_pattern,
                      p->has_value_file ? "wrote" : "printed");
}

int program_open(program **out, const objective_options *g, const variables *v)
{
    if (g->command[0] == NULL)
        return text_error(EXIT_USAGE,
                          "no program follows \"--\"; write the program and its arguments, "
                          "such as -- ./sim.py {x}");
    program *p = memory_zeros(1, sizeof *p);
    p->command = g->command;
    const opening o = {p, g, v};
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
