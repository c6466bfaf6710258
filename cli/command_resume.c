/* SPDX-License-Identifier: MIT
 *
 * nes resume: goes on with the run in a folder, exactly where it was. The command line that the run
 * was started with is read again from the folder; the state of the search comes from there too. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "session/command_line.h"
#include "session/session.h"

/* The options of `nes resume`, which apply to this session. */
typedef struct resume_options {
    run_options run; /* first member, so that option rows of `nes run` apply */
    const char *jobs, *threads, *changed;
    bool repair;
} resume_options;

/* The options of `nes run` that `nes resume` takes, too. */
static const char *const AGAIN[] = {"mpi",     "timeout",      "keep-scratch", "on-fail",
                                    "launch",  "launch-tries", "straggler",    "plot",
                                    "history", "json",         "covariance",   "quiet"};

const args_option command_resume_own[] = {
    {"jobs", "COUNT", offsetof(resume_options, jobs),
     "evaluations at the same time; 0: one per processor"},
    {"threads", "COUNT", offsetof(resume_options, threads),
     "threads inside one generation, for large dimensions"},
    ACCEPT_OPTION(offsetof(resume_options, changed)),
    {"repair", NULL, offsetof(resume_options, repair),
     "go on with what can be read of a damaged run.db, which is kept as run.db.damaged"},
    {NULL, NULL, 0, NULL},
};

enum {
    N_AGAIN = sizeof AGAIN / sizeof *AGAIN,
    N_OWN = sizeof command_resume_own / sizeof *command_resume_own
};

/* Makes the table of all options, which ends with a row without a name. */
static void fill_table(args_option table[N_AGAIN + N_OWN])
{
    for (size_t i = 0; i < N_AGAIN; i++) *table++ = *args_find(run_option_table, AGAIN[i]);
    memcpy(table, command_resume_own, sizeof command_resume_own);
}

static const char help[] =
    "usage: nes resume DIR [options]\n"
    "\n"
    "Goes on with the run that `nes run --out DIR` began. After Ctrl-C, a kill, a\n"
    "power cut or a full disk it goes on exactly where it was, and evaluates no\n"
    "finished point again. A run that had ended goes on with a new budget, target or\n"
    "time.\n"
    "\n"
    "All options that say when to stop can be given, such as --max-evals,\n"
    "--max-time, --target and --tolx (`nes options stop`), and --retries. They are\n"
    "kept with the run, as all other options are. The following hold for this time\n"
    "only; --on-fail takes stop or worst here, and --launch '' is no launcher:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  nes resume DIR\n"
    "  nes resume DIR --max-evals 50000\n"
    "  nes resume DIR --jobs 8 --target 0.01\n"
    "  mpirun -n 8 nes resume DIR --mpi\n"
    "\n"
    "Exit status: that of `nes run`; 2 also where DIR holds no run, 4 also where\n"
    "another nes is at work in it.";

/* Adds an option to the command line of the run, after its other options: of two equal options the
 * last one counts. */
static void add_option(facts_origin *f, const char *name, const char *value)
{
    buffer word = {.text = NULL};
    int at = 0;
    buffer_print(&word, "--%s=%s", name, value);
    while (at < f->argc && strcmp(f->argv[at], "--") != 0) at++;
    f->argv = memory_resize(f->argv, (size_t)f->argc + 2, sizeof *f->argv);
    memmove(f->argv + at + 1, f->argv + at, (size_t)(f->argc - at + 1) * sizeof *f->argv);
    f->argv[at] = word.text;
    f->argc++;
}

/* Adds the options of this session to the command line of the run. */
static int change_origin(facts_origin *from, const resume_options *r, const args_option *table)
{
    const char *on_fail = r->run.on_fail, *value;
    if (on_fail != NULL && strcmp(on_fail, "stop") != 0 && strcmp(on_fail, "worst") != 0)
        return text_error(EXIT_USAGE, "--on-fail '%s': here it is stop or worst", on_fail);
    add_option(from, "out", r->run.out); /* the folder may have been moved */
    for (const args_option *o = table; o->name != NULL; o++) {
        if (o->value == NULL) continue;
        memcpy(&value, (const char *)r + o->offset, sizeof value);
        if (value != NULL && value != r->changed) add_option(from, o->name, value);
    }
    return 0;
}

/* Enters the folder in which the run was started. */
static int enter_folder(const facts_origin *from)
{
    if (from->folder == NULL || chdir(from->folder) == 0) return 0;
    return text_error(EXIT_USAGE,
                      "the run was started in %s, which cannot be entered: %s; make that folder, "
                      "or a link of that name",
                      from->folder, strerror(errno));
}

/* Reads the changed command line of the run as `nes run` does. Options for printing and drawing
 * come from this session alone. */
static int read_origin(const facts_origin *from, const run_options *now, command_line *c)
{
    int status;
    if (command_line_again(c, from, &status) != ARGS_OK) return status;
    c->options.json = now->json;
    c->options.quiet = now->quiet;
    c->options.covariance = now->covariance;
    c->options.plot = now->plot;
    c->options.history = now->history;
    return run_setup_open(&c->setup, &c->options);
}

/* The session owns the folder from session_resume() on. */
static int resume(store *folder, facts_origin *from, const resume_options *now, const buffer *set,
                  const rank_team *t)
{
    command_line c;
    buffer news = {.text = NULL};
    acceptance a = {
        .command = "resume", .launch = t != NULL ? t->launch : NULL, .word = now->changed};
    session s = {
        .setup = &c.setup, .options = &c.options, .team = t, .acceptance = &a, .anew = now->repair};
    memset(&c, 0, sizeof c);
    int status = enter_folder(from);
    if (status == 0) status = accept_check(&a, folder, from, &news);
    if (set->n > 0) buffer_print(&news, "%s", set->text); /* the command line wins */
    if (status == 0) status = read_origin(from, &now->run, &c);
    if (status == 0 && t != NULL) status = t->begin(t->self, from, &c.options, &c.setup);
    if (status == 0)
        status = session_resume(&s, folder, from, news.text);
    else
        store_close(folder);
    if (status == 0) status = session_run(&s);
    session_close(&s);
    accept_close(&a);
    buffer_free(&news);
    command_line_close(&c);
    return status;
}

int command_resume_with(int argc, char **argv, const rank_team *t)
{
    resume_options o = {.repair = false};
    args_option table[N_AGAIN + N_OWN];
    facts_origin from = {.argc = 0};
    buffer set = {.text = NULL};
    nes_settings more;
    store *s = NULL;
    const char *folder = NULL;
    fill_table(table);
    nes_settings_default(&more);
    args_syntax syntax = {"resume",         help,           table,          &o, .settings = &more,
                          .words = &folder, .max_words = 1, .goes_on = true};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes resume DIR");
    char *out = file_absolute(folder), *plot = file_absolute(o.run.plot),
         *history = file_absolute(o.run.history);
    o.run.out = out;
    o.run.plot = plot;
    o.run.history = history;
    if (o.repair) status = store_repair(folder);
    if (status == 0) status = store_open(&s, folder, STORE_WRITE);
    if (status == 0) status = facts_read(s, &from);
    if (status == 0) status = command_line_first_jobs(&from);
    if (status == 0) status = change_origin(&from, &o, table);
    limits_print_given(&set, &more, argc, argv);
    if (status == 0)
        status = resume(s, &from, &o, &set, t);
    else
        store_close(s);
    buffer_free(&set);
    facts_free(&from);
    free(out);
    free(plot);
    free(history);
    return status;
}

int command_resume(int argc, char **argv)
{
    return command_resume_with(argc, argv, NULL);
}
