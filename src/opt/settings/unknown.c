/* SPDX-License-Identifier: MIT
 *
 * What is said to a word that an option does not have, and to a name that no option has: the
 * nearest ones, or what other optimisers mean by it. */
#include <math.h>
#include <string.h>

#include "opt/settings/elsewhere.h"
#include "opt/settings/options.h"
#include "util/letter.h"
#include "util/sentence.h"
#include "util/try.h"

static const char *word_of_field(size_t i, const void *data)
{
    const nes_field *f = data;
    return f->words(f->option.name, i).name;
}

/* What to say to a word of other optimisers, such as "cma-es"; null: it is none for this option. */
static const char *word_elsewhere(const nes_field *f, const char *word, char *text, size_t size)
{
    const nes_elsewhere *row = nes_elsewhere_find(word);
    const size_t n = strlen(f->option.name);
    const bool fits =
        row != NULL && strncmp(row->here, f->option.name, n) == 0 && row->here[n] == '=';
    return fits ? nes_elsewhere_answer(row, f->option.name, text, size) : NULL;
}

/* words: the last one is null. */
static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (nes_same_word(word, *words)) return true;
    return false;
}

/* Whoever gives a number of restarts, or says that there are to be some or none, wants another
 * option or word. */
static nes_status refuse_restarts(const nes_field *f, const char *word, nes_note note)
{
    static const char *const none[] = {"0", "no", "false", "off", NULL};
    static const char *const some[] = {"yes", "true", "on", NULL};
    char *end;
    if (strcmp(f->option.name, "restarts") != 0) return NES_OK;
    if (is_one_of(word, none))
        return nes_refuse(note, f->refusal,
                          "restarts '%s' is no strategy; restarts 'none' is one run alone", word);
    if (is_one_of(word, some))
        return nes_refuse(note, f->refusal,
                          "restarts '%s' is no strategy; restarts 'auto', the default, chooses one",
                          word);
    const double n = nes_read_real(word, &end);
    if (end == word || *end != '\0' || !(n >= 1 && n < 65536)) return NES_OK;
    return nes_refuse(
        note, f->refusal,
        "restarts '%s' is a number and no strategy; for at most %.0f restart%s, which "
        "is %.0f runs, give max_runs %.0f",
        word, floor(n), n < 2 ? "" : "s", floor(n) + 1, floor(n) + 1);
}

nes_status nes_unknown_word(const nes_field *f, const char *word, nes_note note)
{
    NES_TRY(refuse_restarts(f, word, note));
    char head[NES_MESSAGE_SIZE], all[200] = "", near[96], answer[200];
    size_t used = 0;
    const char *w;
    if (strcmp(f->option.name, "method") == 0)
        nes_print(head, sizeof head, "there is no method '%s'", word);
    else
        nes_print(head, sizeof head, "option '%s' has no word '%s'", f->option.name, word);
    if (word_elsewhere(f, word, answer, sizeof answer) != NULL)
        return nes_refuse(note, f->refusal, "%s; %s", head, answer);
    nes_nearest(word, word_of_field, f, "", ".", near, sizeof near);
    for (size_t i = 0; (w = f->words(f->option.name, i).name) != NULL && used < sizeof all; i++)
        used += (size_t)nes_print(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ", w);
    return nes_refuse(note, f->refusal, "%s%s There are: %s", head, near, all);
}

static const char *option_name(size_t i, const void *data)
{
    const nes_option *o = nes_option_at(i);
    (void)data;
    return o != NULL ? o->name : NULL;
}

nes_status nes_unknown_option(const char *name, nes_note note)
{
    char near[96], answer[200];
    const nes_elsewhere *row = nes_elsewhere_find(name);
    if (row != NULL)
        return nes_refuse(note, NES_ERR_OPTION, "there is no option '%s'; %s", name,
                          nes_elsewhere_answer(row, "", answer, sizeof answer));
    nes_nearest(name, option_name, NULL, "", "; 'nes options' lists all", near, sizeof near);
    return nes_refuse(note, NES_ERR_OPTION, "there is no option '%s'%s", name, near);
}
