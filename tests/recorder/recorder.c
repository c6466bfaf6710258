/* SPDX-License-Identifier: MIT
 *
 * recorder LIBRARY [THEN] [--only TEXT] [--count] [--run SPEC]
 *
 * Records several thousand runs of a libnes.so, a line each (run.h), so that scripts/record can
 * tell whether another library gives the same bytes. THEN: every run is handed over to this library
 * in its second ask, by nes_save and nes_load. --only: runs whose name has that text. --count: says
 * how many there would be. --run: this run alone, named as in a record. */
#include "run.h"

#include <stdio.h>
#include <string.h>

#include "plan.h"

typedef struct order {
    library l, then;
    bool hands, counts;
    const char *only;
    size_t n;
} order;

static void each(const char *text, void *data)
{
    order *o = data;
    if (o->only != NULL && strstr(text, o->only) == NULL) return;
    o->n++;
    if (!o->counts) run_record(&o->l, o->hands ? &o->then : NULL, text);
}

int main(int argc, char **argv)
{
    static order o;
    const char *alone = NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: recorder LIBRARY [THEN] [--only TEXT] [--count] [--run SPEC]\n");
        return 2;
    }
    o.l = library_open(argv[1]);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--count") == 0)
            o.counts = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            o.only = argv[++i];
        else if (strcmp(argv[i], "--run") == 0 && i + 1 < argc)
            alone = argv[++i];
        else
            o.then = library_open(argv[i]), o.hands = true;
    }
    if (alone != NULL)
        each(alone, &o);
    else
        plan_all(&o.l, each, &o);
    if (o.counts) printf("%zu\n", o.n);
    return 0;
}
