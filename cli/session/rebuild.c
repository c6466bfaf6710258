/* SPDX-License-Identifier: MIT
 *
 * What can be had of a run without its state; see session/rebuild.h. */
#include "session/rebuild.h"

#include <inttypes.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "session/record.h"

/* Whether evaluations take time and are not in the folder, because the user wanted it so. */
static bool are_dear_and_gone(const run_options *o)
{
    const objective_options *what = &o->objective;
    const bool own = what->command != NULL || what->c != NULL || what->plugin != NULL;
    return own && o->keep_evals != NULL && strcmp(o->keep_evals, "no") == 0;
}

static int refuse_without(const store *s, const char *how)
{
    const char *folder = store_folder(s);
    return text_error(
        EXIT_FILES,
        "the state in %s/run.db %s, and the run cannot go on where it was, since its "
        "evaluations were not kept (--keep-evals no): `nes resume %s --repair` begins "
        "it again and makes them all again; `nes show %s` and `nes plot %s` have its "
        "course",
        folder, how, folder, folder, folder);
}

static int refuse_gaps(const store *s, const char *how, const store_counts *there)
{
    const char *folder = store_folder(s);
    return text_error(EXIT_FILES,
                      "the state in %s/run.db %s, and rounds of its evaluations are missing: `nes "
                      "resume %s --repair` goes on with the %" PRIu64 " that are there, and makes "
                      "the others again",
                      folder, how, folder, there->values);
}

int rebuild_check(store *s, const run_options *o, bool anew)
{
    const state_health health = store_state_health(s);
    const bool kept = record_price_of(s, o) == PRICE_DEAR;
    const char *how = health == STATE_LOST ? "is missing" : "is damaged";
    store_counts there;
    if (health == STATE_NONE || health == STATE_SOUND) return store_status(s);
    const int status = store_count_evaluations(s, &there);
    if (status != 0) return status;
    if (!anew && are_dear_and_gone(o)) return refuse_without(s, how);
    if (!anew && kept && !store_has_all_rounds(s)) return refuse_gaps(s, how, &there);
    text_print(stderr, "nes: the state in %s/run.db %s; the run is computed again", store_folder(s),
               how);
    if (kept)
        text_print(stderr, " from its %" PRIu64 " evaluation%s", there.values,
                   text_s(there.values));
    text_print(stderr, "\n");
    return 0;
}
