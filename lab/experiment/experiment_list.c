/* SPDX-License-Identifier: MIT
 *
 * The experiments, from their descriptions that are built in: experiments/E1.yaml and so on. */
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "experiment/descriptions.h"
#include "experiment/experiment.h"

enum { MOST = 32 };

static struct {
    tree tree;
    experiment experiment;
} list[MOST];
static size_t n_list;

static const char *text_at(const node *map, const char *key)
{
    const node *v = tree_get(map, key);
    return v == NULL || v->text == NULL ? "" : v->text;
}

/* Reads one description. A wrong one is a mistake of whoever wrote it. */
static void read_description(const char *text)
{
    tree *t = &list[n_list].tree;
    tree_error e;
    if (!tree_open(t, text, strlen(text), &e)) {
        text_error(0, "an experiment, line %zu: %s", e.line, e.text);
        return;
    }
    list[n_list++].experiment = (experiment){.id = text_at(t->root, "id"),
                                             .title = text_at(t->root, "title"),
                                             .paper = text_at(t->root, "paper"),
                                             .about = text_at(t->root, "about"),
                                             .description = t->root};
}

/* All of them, one after the other, each ended by a zero. */
static void read_all(void)
{
    const char *end = descriptions + sizeof descriptions;
    for (const char *text = descriptions; text < end && n_list < MOST; text += strlen(text) + 1)
        read_description(text);
}

const experiment *experiment_at(size_t i)
{
    if (n_list == 0) read_all();
    return i < n_list ? &list[i].experiment : NULL;
}

const experiment *experiment_find(const char *id)
{
    const experiment *e;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++)
        if (strcasecmp(e->id, id) == 0) return e;
    return NULL;
}
