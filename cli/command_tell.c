/* SPDX-License-Identifier: MIT
 *
 * nes tell: takes values for points that `nes ask` printed. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "session/by_hand.h"
#include "session/told.h"

typedef struct tell_options {
    const char *changed, *known;
} tell_options;

static const args_option table[] = {
    {"known", "FILE", offsetof(tell_options, known),
     "take results of points of your own from this table, as `nes run --known` does, and nothing "
     "from standard input; their points are not handed out any more"},
    ACCEPT_OPTION(offsetof(tell_options, changed)),
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes tell DIR < VALUES\n"
    "\n"
    "Takes values for points that `nes ask DIR` printed. It reads them from standard\n"
    "input, one per line: the id, a blank or a comma, and the value; or\n"
    "{\"id\":17,\"f\":0.5}. The word failed in the place of the value says that the\n"
    "evaluation did not happen; a reason may follow it. The table of `nes ask --csv`\n"
    "is taken with a column of values behind it. Lines may come in any order. Empty\n"
    "lines, lines that begin with # and a first line `id,f` are skipped. If one line\n"
    "is wrong, none is taken.\n"
    "\n"
    "With named outputs (--output) their numbers stand in the place of the value, in\n"
    "their order, `17 12.5 180`, as {\"id\":17,\"mass\":12.5,\"stress\":180}, or in\n"
    "columns that a first line names. Where no formula is minimised (--minimise) the\n"
    "value is in front of them, or called f.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  echo 17 0.25 | nes tell DIR\n"
    "  nes tell DIR < measured.csv\n"
    "  nes tell DIR --known earlier.csv";

static int tell(by_hand *h, const told_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        const told *t = &l->v[i];
        eval_record r = t->record;
        if (t->said != NULL) r.failure = "failed", r.said = t->said;
        const int status = by_hand_tell(h, &r, t->values);
        if (status != 0)
            return text_error(status, "this was line %zu; no value of this input was taken",
                              t->line);
    }
    return by_hand_keep(h);
}

static int report_state(by_hand *h, size_t taken)
{
    store_counts points;
    nes_result r;
    char best[TEXT_NUMBER_SIZE];
    const int status = store_count_evaluations(h->store, &points);
    if (status != 0) return status;
    nes_get_result(h->opt, &r);
    printf("%zu value%s taken", taken, text_s(taken));
    if (r.evaluations > 0 && r.best_x != NULL)
        printf("; best value so far %s", text_number(r.best_f, best));
    if (r.stop != NES_RUNNING)
        text_print(stdout, "; the run has ended: %s\n", r.stop_text);
    else
        printf("; %" PRIu64 " point%s wait%s for a value in generation %" PRIu64 "\n", points.open,
               text_s(points.open), points.open == 1 ? "s" : "", r.generations + 1);
    return 0;
}

static int tell_folder(const char *folder, told_list *l, const tell_options *o)
{
    by_hand h;
    const acceptance a = {.command = "tell", .word = o->changed};
    int status = by_hand_open(&h, folder, NULL, &a);
    size_t taken = l->n;
    if (status == 0 && o->known != NULL) status = by_hand_know(&h, o->known, &taken);
    if (status == 0 && o->known == NULL) status = told_take(l, &h.variables, h.named);
    if (status == 0) status = tell(&h, l);
    if (status == 0) status = report_state(&h, taken);
    by_hand_close(&h);
    return status;
}

int command_tell(int argc, char **argv)
{
    const char *folder = NULL;
    told_list l = {.n = 0};
    tell_options options = {.changed = NULL};
    args_syntax syntax = {"tell", help, table, &options, .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes tell DIR");
    /* The values are read before the folder is locked, because a user may type them. */
    status = options.known != NULL ? 0 : told_read(&l, STDIN_FILENO);
    if (status == 0) status = tell_folder(folder, &l, &options);
    told_close(&l);
    return status;
}
