/* SPDX-License-Identifier: MIT
 *
 * nes resume: goes on with the run in a folder, exactly where it was. The command line that the run
 * was started with is read again from the folder; the state of the search comes from there too. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "session/command_line.h"
#include "session/session.h"

/* The options of `nes resume`, which hold for this session. */
typedef struct resume_options {
    const char *out; /* folder of the run; this is no option */
    const char *jobs, *threads, *plot, *history, *timeout, *keep_scratch, *on_fail;
    const char *launch, *launch_tries, *straggler;
    bool json, quiet, covariance, repair, mpi;
} resume_options;

#define MEMBER(name) offsetof(resume_options, name)

static const args_option table[] = {
    {"jobs", "COUNT", MEMBER(jobs), "evaluations at the same time; 0: one per processor"},
    {"mpi", NULL, MEMBER(mpi),
     "all ranks of this job, which mpirun or srun has started, go on with it; any number of them"},
    {"threads", "COUNT", MEMBER(threads), "threads inside one generation, for large dimensions"},
    {"timeout", "SECONDS", MEMBER(timeout),
     "an evaluation that takes longer is ended and has failed"},
    {"keep-scratch", "WORD", MEMBER(keep_scratch),
     "which folders of evaluations stay: none, failed, all"},
    {"on-fail", "WORD", MEMBER(on_fail),
     "stop: end the run when a point has failed for good; worst: go on in spite of that"},
    {"launch", "COMMAND", MEMBER(launch), "what starts the program; '' for nothing"},
    {"launch-tries", "COUNT", MEMBER(launch_tries),
     "how often an evaluation is started that gets lost"},
    {"straggler", "T", MEMBER(straggler),
     "do not wait for evaluations that take more than T times the median; or off"},
    {"plot", "BASENAME", MEMBER(plot),
     "write BASENAME.png and BASENAME.svg with the course of the run (needs gnuplot)"},
    {"history", "FILE.csv", MEMBER(history), "write the course of the run as a table"},
    {"json", NULL, MEMBER(json), "print the result as one JSON object and nothing else"},
    {"covariance", NULL, MEMBER(covariance), "with --json: the covariance matrix too"},
    {"quiet", NULL, MEMBER(quiet), "no progress, only the result"},
    {"repair", NULL, MEMBER(repair),
     "go on with what can be read of a damaged run.db, which is kept as run.db.damaged"},
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes resume DIR [options]\n"
    "\n"
    "Goes on with the run that `nes run --out DIR` began. After Ctrl-C, a kill, a\n"
    "power cut or a full disk it goes on exactly where it was, and evaluates no\n"
    "finished point again. A run that had ended goes on with a new budget, target or\n"
    "time.\n"
    "\n"
    "All options that say when to stop can be given, such as --max-evals,\n"
    "--max-time, --target and --tolx (`nes options stop`). They are kept with the\n"
    "run, as all other options are. The following hold for this time only:\n"
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

/* Reads the command line of the run as `nes run` does, in the folder in which the run was started.
 * */
static int read_origin(const facts_origin *from, command_line *c)
{
    int status;
    if (from->folder != NULL && chdir(from->folder) != 0)
        return text_error(EXIT_USAGE,
                          "the run was started in %s, which cannot be entered: %s; make that "
                          "folder, or a link of that name",
                          from->folder, strerror(errno));
    const buffer *kept = from->job.n > 0 ? &from->job : NULL;
    const args_outcome outcome = command_line_read(c, from->argc, from->argv, kept, &status);
    return outcome == ARGS_OK ? 0 : status;
}

/* The absolute path, to be freed; null for null. */
static char *absolute(const char *path)
{
    if (path == NULL) return NULL;
    if (path[0] == '/') return strdup(path);
    char *here = getcwd(NULL, 0), *whole = here == NULL ? NULL : file_path(here, path);
    free(here);
    return whole;
}

static int override(const resume_options *r, run_options *o, nes_settings *s)
{
    o->out = r->out; /* the folder may have been moved */
    o->json = r->json;
    o->quiet = r->quiet;
    o->covariance = r->covariance;
    o->plot = r->plot;
    o->history = r->history;
    if (r->timeout != NULL) o->objective.timeout = r->timeout;
    if (r->launch != NULL) o->objective.launch = r->launch[0] == '\0' ? NULL : r->launch;
    if (r->launch_tries != NULL) o->objective.launch_tries = r->launch_tries;
    if (r->straggler != NULL) o->straggler = r->straggler;
    if (r->keep_scratch != NULL) o->objective.keep_scratch = r->keep_scratch;
    if (r->on_fail != NULL && strcmp(r->on_fail, "stop") != 0 && strcmp(r->on_fail, "worst") != 0)
        return text_error(EXIT_USAGE, "--on-fail '%s': here it is stop or worst", r->on_fail);
    if (r->on_fail != NULL) o->on_fail = r->on_fail;
    const bool set = (r->jobs == NULL || nes_set(s, "jobs", r->jobs) == NES_OK) &&
                     (r->threads == NULL || nes_set(s, "threads", r->threads) == NES_OK);
    return set ? 0 : text_error(EXIT_USAGE, "%s", s->message);
}

/* Makes the command line for the other ranks: that of the run, with the options of this session
 * behind its own, where the last of two equal options holds. to->argv: to be freed. */
static int change_origin(const facts_origin *from, const resume_options *r, facts_origin *to)
{
    const char *const changes[] = {"--out",          r->out,          "--jobs",    r->jobs,
                                   "--threads",      r->threads,      "--timeout", r->timeout,
                                   "--keep-scratch", r->keep_scratch, "--launch",  r->launch,
                                   "--launch-tries", r->launch_tries};
    enum { CHANGES = sizeof changes / sizeof *changes };
    *to = *from;
    to->argc = 0;
    to->argv = calloc((size_t)from->argc + CHANGES + 1, sizeof *to->argv);
    if (to->argv == NULL) return text_error(EXIT_FILES, "no memory for the command of the run");
    int i = 0;
    while (i < from->argc && strcmp(from->argv[i], "--") != 0)
        to->argv[to->argc++] = from->argv[i++];
    for (size_t k = 0; k < CHANGES; k += 2) {
        if (changes[k + 1] == NULL) continue;
        to->argv[to->argc++] = (char *)changes[k];
        to->argv[to->argc++] = (char *)changes[k + 1];
    }
    while (i < from->argc) to->argv[to->argc++] = from->argv[i++];
    return 0;
}

static int begin_team(const team *t, const facts_origin *from, const resume_options *r,
                      run_setup *s)
{
    facts_origin changed;
    if (t == NULL) return 0;
    int status = change_origin(from, r, &changed);
    if (status == 0) status = team_begin(t, &changed, s);
    free(changed.argv);
    return status;
}

/* The session owns the folder from session_resume() on. */
static int resume(store *folder, const facts_origin *from, const resume_options *r,
                  const nes_settings *more, const team *t)
{
    command_line c;
    session s = {.setup = &c.setup, .options = &c.options, .team = t};
    memset(&c, 0, sizeof c);
    int status = read_origin(from, &c);
    if (status == 0) status = override(r, &c.options, &c.setup.settings);
    if (status == 0) status = run_setup_open(&c.setup, &c.options);
    if (status == 0) status = begin_team(t, from, r, &c.setup);
    if (status == 0)
        status = session_resume(&s, folder, from, more);
    else
        store_close(folder);
    if (status == 0) status = session_run(&s);
    session_close(&s);
    command_line_close(&c);
    return status;
}

static int resume_folder(const char *folder, const resume_options *given, const nes_settings *more,
                         const team *t)
{
    store *s = NULL;
    facts_origin from = {.argc = 0};
    resume_options options = *given;
    char *plot = absolute(given->plot), *history = absolute(given->history);
    char *out = absolute(folder);
    options.out = out;
    options.plot = plot;
    options.history = history;
    int status = given->repair ? store_repair(folder) : 0;
    if (status == 0) status = store_open(&s, folder, STORE_WRITE);
    if (status == 0) status = facts_read(s, &from);
    if (status == 0)
        status = resume(s, &from, &options, more, t);
    else
        store_close(s);
    facts_free(&from);
    free(plot);
    free(history);
    free(out);
    return status;
}

int command_resume(int argc, char **argv)
{
    return command_resume_with(argc, argv, NULL);
}

int command_resume_with(int argc, char **argv, const team *t)
{
    resume_options options = {.json = false};
    nes_settings more;
    const char *folder = NULL;
    nes_settings_default(&more);
    args_syntax syntax = {"resume",         help,          table, &options, .settings = &more,
                          .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes resume DIR");
    return resume_folder(folder, &options, &more, t);
}
