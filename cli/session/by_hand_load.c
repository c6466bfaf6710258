/* SPDX-License-Identifier: MIT
 *
 * The state of a run by hand; see session/by_hand.h. What the command line of the run says is
 * needed only for a law of the user's own, and where the state has to be made again. Files that it
 * names are looked for where the run was started. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "session/by_hand.h"
#include "session/command_line.h"
#include "session/session.h"

/* Makes the first state again, as `nes resume` does, with the command line of the run. */
static int make_again(by_hand *h, const facts_origin *from, command_line *c)
{
    session s = {.setup = &c->setup, .options = &c->options, .acceptance = &h->acceptance};
    int status = run_setup_open(&c->setup, &c->options);
    if (status != 0) return status;
    status = session_resume(&s, h->store, from, NULL);
    s.store = NULL; /* it stays with h */
    session_close(&s);
    return status;
}

/* Takes the outputs of the objective, which has nothing else. */
static int take_outputs(by_hand *h, command_line *c, bool lost)
{
    objective *o = &c->setup.objective;
    int status = lost ? 0 : run_setup_objective(&c->setup, &c->options);
    if (status == 0) status = run_setup_evaluate(&c->setup, &c->options);
    if (status != 0) return status;
    variables names = store_output_names(h->store);
    const bool same =
        o->constraints == store_constraints(h->store) && o->outputs == o->constraints + names.n;
    variables_close(&names);
    if (!same)
        return text_error(EXIT_USAGE,
                          "%s: the run has another number of constraints or outputs; put that "
                          "back, or begin a new run with another --out",
                          store_folder(h->store));
    h->named = o->named;
    h->spares = c->setup.spares;
    o->named = NULL;
    return 0;
}

/* Loads the law and the outputs, and makes the state again if that is lost. */
static int prepare(by_hand *h, const facts_origin *from, bool lost)
{
    command_line c;
    int status;
    command_line_again(&c, from, &status);
    if (status == 0 && lost) status = make_again(h, from, &c);
    if (status == 0)
        status = law_open(&h->law, &c.options.law, c.options.objective.cc_flags, h->variables.n,
                          &h->settings);
    if (status == 0 && c.options.objective.by_hand) status = take_outputs(h, &c, lost);
    command_line_close(&c);
    return status;
}

/* Prepares in the folder in which the run was started. */
static int prepare_there(by_hand *h, bool lost)
{
    facts_origin from;
    int status = facts_read(h->store, &from);
    const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (status == 0 && (here < 0 || (from.folder != NULL && chdir(from.folder) != 0)))
        status = text_error(EXIT_USAGE,
                            "the run was started in %s, which cannot be entered: %s; files that "
                            "it needs are looked for there",
                            from.folder, strerror(errno));
    if (status == 0) status = command_line_first_jobs(&from);
    if (status == 0) status = accept_check(&h->acceptance, h->store, &from, &h->set);
    if (status == 0) status = prepare(h, &from, lost);
    if (here >= 0 && fchdir(here) != 0 && status == 0)
        status = text_error(EXIT_USAGE, "the working folder cannot be entered again: %s",
                            strerror(errno));
    if (here >= 0) close(here);
    facts_free(&from);
    return status;
}

/* Whether the command line of the run is needed: files that decide where the search goes may have
 * changed. */
static bool names_files(store *s)
{
    char *law_file = store_get_fact(s, "law"), *files = store_get_fact(s, "identity"),
         *job = store_get_fact(s, "job"), *outputs = store_get_fact(s, "outputs");
    const bool names = law_file != NULL || job != NULL || outputs != NULL ||
                       (files != NULL && strcmp(files, "[]") != 0);
    free(outputs);
    free(law_file);
    free(files);
    free(job);
    return names;
}

int by_hand_load(by_hand *h)
{
    const state_health health = store_state_health(h->store);
    const bool lost = health == STATE_LOST || health == STATE_DAMAGED;
    nes_settings_default(&h->settings);
    const int status = lost || names_files(h->store) ? prepare_there(h, lost) : 0;
    if (status == 0 && h->named != NULL)
        store_use_outputs(h->store, outputs_constraints(h->named) + outputs_count(h->named));
    return status == 0 ? store_load(h->store, &h->settings, &h->round, &h->opt) : status;
}
