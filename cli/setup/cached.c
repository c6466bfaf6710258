/* SPDX-License-Identifier: MIT
 *
 * --cache: whether points that are known are evaluated again. By default they are not, where an
 * evaluation is dear, or where equal points are to be expected; and they are where a value is drawn
 * anew each time: an objective with noise, or a program that sees the number of the evaluation. */
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "objective/point_key.h"
#include "setup/run_setup.h"

/* Whether there are but finitely many points. */
static bool is_discrete(const run_setup *s)
{
    const nes_settings *o = &s->settings;
    bool all = true;
    for (size_t i = 0; all && !o->bits && i < s->objective.dim; i++)
        all = (o->integer != NULL && o->integer[i] != 0) ||
              (o->choices != NULL && o->choices[i] > 0) ||
              (o->lower != NULL && o->upper != NULL && o->lower[i] == o->upper[i]);
    return all;
}

static bool by_default(const run_setup *s, const run_options *o)
{
    const objective_options *what = &o->objective;
    const bool kept = o->keep_evals == NULL || strcmp(o->keep_evals, "no") != 0;
    if (what->by_hand) return true;
    if (what->command != NULL) return kept && !point_key_has_id(&s->objective);
    return (what->c != NULL || what->plugin != NULL) && kept && is_discrete(s);
}

static int refuse(const run_options *o, const char *why)
{
    return text_error(EXIT_USAGE, "%s: %s", o->known != NULL ? "--known" : "--cache on", why);
}

int run_setup_cache(run_setup *s, const run_options *o)
{
    static const char *const words[] = {"auto", "on", "off"};
    enum { WORDS = sizeof words / sizeof *words };
    const size_t word = o->cache == NULL ? 0 : args_word("cache", o->cache, words, WORDS);
    const bool noisy = s->noisy || strcmp(s->settings.noisy, "no") != 0;
    if (word == WORDS) return EXIT_USAGE;
    if (o->known != NULL && word == 2)
        return refuse(o, "with --cache off its points would be evaluated again; leave one of both "
                         "out");
    const bool wanted = word == 1 || o->known != NULL;
    if (wanted && noisy)
        return refuse(o, "the objective is noisy, so that one value says little of a point, and "
                         "equal points are evaluated again; leave it out");
    if (wanted && o->out != NULL && o->keep_evals != NULL && strcmp(o->keep_evals, "no") == 0)
        return refuse(o, "a run that is resumed needs every evaluation in its folder; leave "
                         "--keep-evals no out");
    s->caches = wanted || (word == 0 && !noisy && by_default(s, o));
    return 0;
}
