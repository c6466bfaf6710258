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
static void find_script(program *p)
{
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

/* A file that all evaluations write, or an old one, could be taken for a new one. So a relative
 * path is one in the evaluation's own folder, which is made then, and other paths must differ by
 * placeholders. option: stands in front of errors. */
static int check_written(program *p, const placeholder_text *t, const char *option)
{
    const char *file = t->text;
    if (t->has_id || t->has_dir || (t->has_number && file[0] == '/')) return 0;
    p->scratch = true;
    if (file[0] != '\0' && file[0] != '/') return 0;
    return text_error(EXIT_USAGE,
                      "%s '%s': all evaluations would write the same file; give a path in the "
                      "folder of the evaluation, such as result.txt, or one with {i}",
                      option, file);
}

static int read_value_file(const opening *o)
{
    program *p = o->p;
    const char *file = o->g->value_file;
    if (file == NULL) return 0;
    const int status = placeholder_open(&p->value_file, file, strlen(file), o->v, "--value-file");
    if (status != 0) return status;
    p->has_value_file = true;
    return check_written(p, &p->value_file, "--value-file");
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
    buffer names = {.n = 0}, start = {.n = 0};
    char text[VARIABLES_NAME_SIZE], here[4096];
    for (size_t i = 0; i < o->v->n; i++)
        buffer_print(&names, "%s%s", i > 0 ? "," : "NES_NAMES=", variables_name(o->v, i, text));
    o->p->names = names.text;
    if (getcwd(here, sizeof here) == NULL)
        return text_error(EXIT_OBJECTIVE, "the folder that nes is started in has no path: %s",
                          strerror(errno));
    buffer_print(&start, "NES_START=%s", here);
    o->p->start = start.text;
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
    if (p->scratch) find_script(p);
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
    p->scale = v->scale;
    const opening o = {p, g, v};
    const int status = read_all(&o);
    if (status == 0)
        *out = p;
    else
        program_close(p);
    return status;
}

/* Refuses outputs that a worker, which answers with lines, cannot have. */
static int check_answers(const output_set *o)
{
    for (size_t i = 0; i < o->names.n; i++)
        if (o->rule[i].by_pattern || o->rule[i].has_file)
            return text_error(EXIT_USAGE,
                              "--output %s: a worker answers with a line of numbers, or of "
                              "JSON; give the name alone, or json:PATH",
                              o->names.name[i]);
    return 0;
}

int program_take_outputs(program *p, const output_set *o)
{
    char what[VARIABLES_NAME_SIZE + 16];
    int status = p->worker ? check_answers(o) : 0;
    p->outputs = o;
    for (size_t i = 0; status == 0 && i < o->names.n; i++) {
        const output_rule *r = &o->rule[i];
        snprintf(what, sizeof what, "--output %s", o->names.name[i]);
        if (r->has_file) status = check_written(p, &r->file, what);
    }
    if (status == 0 && p->scratch) find_script(p);
    return status;
}

int program_check_formats(const program *p, const bool *whole, const variables *v)
{
    char name[VARIABLES_NAME_SIZE];
    size_t k = placeholder_rounded(&p->value_file, whole, v->n);
    for (size_t i = 0; i < p->n && k == v->n; i++)
        k = placeholder_rounded(&p->arguments[i], whole, v->n);
    for (size_t i = 0; i < p->templates.n && k == v->n; i++)
        k = placeholder_rounded(&p->templates.files[i].text, whole, v->n);
    if (k == v->n) return 0;
    return text_error(EXIT_USAGE,
                      "a placeholder writes %s by %%d, which is for integer variables; make it one "
                      "(option integer), or write it by %%.0f",
                      variables_name(v, k, name));
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
