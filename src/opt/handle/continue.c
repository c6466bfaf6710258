/* SPDX-License-Identifier: MIT
 *
 * nes_continue: which options the caller wants to change, whether that can be, and a sentence about
 * what came of it. What the runs make of new limits is in opt/search/runs_continue.c. */
#include <string.h>

#include "opt/handle/opt.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "util/sentence.h"
#include "util/try.h"

/* Whether an option only says when to end, or how often a failed point is tried. Option noisy also
 * says how the search is made. */
static bool can_change(const nes_option *o)
{
    if (strcmp(o->section, "stop") == 0) return strcmp(o->name, "noisy") != 0;
    return strcmp(o->name, "max_runs") == 0 || strcmp(o->name, "restart_agree") == 0 ||
           strcmp(o->name, "retries") == 0;
}

/* Refuses an option that cannot change, unless its value is that of the run. */
static nes_status check_fixed_option(const nes_runs *r, const nes_field *f, const nes_settings *s,
                                     nes_note note)
{
    char now[64];
    const bool ours = f->option.type != NES_TYPE_ARRAY && strcmp(f->option.section, "driver") != 0;
    if (!ours || !nes_field_is_marked(f, s) || nes_field_is_default(f, s)) return NES_OK;
    if (nes_field_is_same(f, s, &r->plan.s) || nes_field_is_same(f, s, &r->given)) return NES_OK;
    nes_get(&r->plan.s, f->option.name, now, sizeof now);
    return nes_refuse(
        note, NES_ERR_OPTION,
        "option '%s' is %s and cannot change within a run: only options that say when "
        "to stop can, and max_runs, restart_agree and retries; leave it out, or start a "
        "new run",
        f->option.name, now);
}

static void put(const nes_field *f, nes_settings *to, const nes_settings *from)
{
    nes_field_copy(f, to, from);
    nes_field_mark(f, to);
}

static nes_status check_runs(const nes_runs *r, const nes_settings *news, nes_note note)
{
    const uint64_t made = r->schedule.created;
    if (news->max_runs == 0 || news->max_runs >= made) return NES_OK;
    return nes_refuse(note, NES_ERR_VALUE,
                      "option 'max_runs' is %llu, but %llu runs have been started: give at least "
                      "that many",
                      (unsigned long long)news->max_runs, (unsigned long long)made);
}

/* Writes what s changes to news, set by name; the rest of news has its defaults. */
static nes_status gather(const nes_runs *r, const nes_settings *s, nes_settings *news,
                         nes_note note)
{
    nes_settings_default(news);
    NES_EACH_FIELD (f) {
        if (s == NULL || nes_field_untouched(f, s)) continue;
        if (!can_change(&f->option)) {
            NES_TRY(check_fixed_option(r, f, s, note));
            continue;
        }
        NES_TRY(nes_field_check(f, s, note));
        if (!nes_field_is_same(f, s, &r->plan.s) || nes_field_is_automatic(f, &r->given))
            put(f, news, s);
    }
    NES_TRY(nes_check_uses(&r->plan, news, NULL, note));
    return check_runs(r, news, note);
}

static void show(const nes_field *f, const nes_settings *s, char *text, size_t size)
{
    const void *at = nes_field_of(s, f);
    if (f->option.type == NES_TYPE_REAL && *(const double *)at != NES_OFF)
        nes_print(text, size, "%.6g", *(const double *)at);
    else
        nes_get(s, f->option.name, text, size);
}

/* Writes the changes, as in "max_evals 1000 -> 2000, target off -> 1e-08". */
static void list(const nes_runs *r, const nes_settings *news, char *text, size_t size)
{
    char before[64], after[64];
    text[0] = '\0';
    NES_EACH_FIELD (f) {
        if (!nes_field_is_marked(f, news) || nes_field_is_same(f, news, &r->plan.s)) continue;
        show(f, &r->plan.s, before, sizeof before);
        show(f, news, after, sizeof after);
        nes_append(text, size, "%s%s %s -> %s", text[0] != '\0' ? ", " : "", f->option.name, before,
                   after);
    }
    if (text[0] == '\0') nes_append(text, size, "nothing was changed");
}

/* Puts the changes in force in all runs, later ones too. */
static void apply(nes_opt *o, const nes_settings *news)
{
    nes_runs *r = &o->runs;
    if (nes_field_is_marked(nes_field_find("retries"), news))
        for (size_t k = 0; k < r->schedule.n; k++)
            nes_change_retries(r->schedule.member[k].run, news->retries);
    NES_EACH_FIELD (f) {
        if (!nes_field_is_marked(f, news)) continue;
        put(f, &o->s, news);
        put(f, &r->plan.s, news);
        put(f, &r->given, news);
        for (size_t k = 0; k < r->schedule.n; k++) put(f, &r->schedule.member[k].run->plan.s, news);
        if (r->kept.run != NULL) put(f, &r->kept.run->plan.s, news);
    }
}

/* The format of a sentence with the value and the limit: why the search is still stopped, and what
 * would change that. one: both numbers are 1. Null: the reason is not a limit of the whole search.
 */
static const char *format_of(nes_stop reason, bool one)
{
    switch (reason) {
    case NES_STOP_TARGET:
        return "the best value is %.6g and target is %.6g; give a better target";
    case NES_STOP_UNBOUNDED:
        return "the best value is %.6g, and nothing can be better; see why, and start a new run";
    case NES_STOP_NONFINITE:
        return "a number of the search distribution became %.6g; start a new run, with smaller "
               "steps or from another x0";
    case NES_STOP_EVALS:
        return one ? "1 evaluation is used and max_evals is 1; raise max_evals"
                   : "%.0f evaluations are used and max_evals is %.0f; raise max_evals";
    case NES_STOP_GENS:
        return one ? "1 generation is used and max_gens is 1; raise max_gens"
                   : "%.0f generations are used and max_gens is %.0f; raise max_gens";
    case NES_STOP_FAILED:
        return one ? "1 evaluation has failed and max_failed is 1; see why, and raise max_failed"
                   : "%.0f evaluations have failed and max_failed is %.0f; see why they fail, and "
                     "raise "
                     "max_failed";
    case NES_STOP_ALL_FAILED:
        return "the last %.0f evaluations have all failed and all_failed is %.0f; see why they "
               "fail, and raise all_failed";
    case NES_STOP_ALL_KNOWN:
        return "the last %.0f points were all known already and all_known is %.0f; start a new "
               "run, "
               "from another x0 or with a larger sigma, or raise all_known";
    case NES_STOP_TIME:
        return "%.3g seconds are used and max_time is %.3g; raise max_time";
    case NES_STOP_RESTARTS:
        return one ? "1 run has been made and max_runs is 1; raise max_runs"
                   : "%.0f runs have been made and max_runs is %.0f; raise max_runs";
    case NES_STOP_AGREED:
        return "%.0f runs have ended at the same best point and restart_agree is %.0f; raise "
               "restart_agree";
    case NES_STOP_COST:
        return "%.0f evaluations are used, and without a budget runs begin as long as it is less "
               "than %.0f; start a new run, with max_evals";
    default:
        return NULL;
    }
}

static void explain(const nes_opt *o, char *text, size_t size)
{
    const nes_ending *e = &o->runs.end;
    const char *name = nes_stop_name(e->reason),
               *format = format_of(e->reason, e->value == 1 && e->threshold == 1);
    const bool option = nes_field_find(name) != NULL;
    if (format != NULL)
        nes_print(text, size, format, e->value, e->threshold);
    else
        nes_print(text, size,
                  "%s (%.6g, limit %.6g); %s%s%sstart a new run, with restarts or from another x0",
                  nes_stop_text(e->reason), e->value, e->threshold, option ? "change " : "",
                  option ? name : "", option ? ", or " : "");
}

nes_status nes_continue(nes_opt *o, const nes_settings *s)
{
    nes_settings news;
    char changes[NES_MESSAGE_SIZE / 2], why[NES_MESSAGE_SIZE / 2];
    if (o == NULL) return NES_ERR_ARGUMENT;
    const nes_note note = nes_note_of(o);
    const bool stopped = o->runs.end.reason != NES_RUNNING;
    NES_TRY(gather(&o->runs, s, &news, note));
    NES_TRY(nes_runs_make_room(&o->runs, o->runs.schedule.n + 1,
                               note)); /* for a run that is taken up again */
    list(&o->runs, &news, changes, sizeof changes);
    apply(o, &news);
    NES_TRY(nes_runs_continue(&o->runs, &news, note));
    if (o->runs.end.reason == NES_RUNNING)
        return nes_refuse(note, NES_OK, "%s; the run goes on", changes);
    explain(o, why, sizeof why);
    return nes_refuse(note, NES_OK, "%s; the run %s by %s: %s", changes,
                      stopped ? "stays stopped" : "stops", nes_stop_name(o->runs.end.reason), why);
}
