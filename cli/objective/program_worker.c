/* SPDX-License-Identifier: MIT
 *
 * What is different for a worker; see objective/program.h. */
#include <stdio.h>

#include "base/exit_status.h"
#include "objective/program_parts.h"

/* A worker reads points from its input, and is started before there is one. */
static int check_worker(const opening *o)
{
    const objective_options *g = o->g;
    const struct {
        const char *name;
        bool given;
    } others[] = {
        {"--template", g->templates != NULL},        {"--scratch", g->scratch},
        {"--keep-scratch", g->keep_scratch != NULL}, {"--value-pattern", g->value_pattern != NULL},
        {"--value-file", g->value_file != NULL},     {"--exit-codes", g->exit_codes != NULL}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given) {
            snprintf(o->message, o->size,
                     "%s is for programs that are started for every point; leave it out or "
                     "leave --worker out",
                     others[i].name);
            return EXIT_USAGE;
        }
    for (size_t i = 0; i < o->p->n; i++) {
        const placeholder_text *t = &o->p->arguments[i];
        if (!t->has_number && !t->has_id && !t->has_file && !t->has_dir) continue;
        snprintf(o->message, o->size,
                 "argument '%s': a worker reads points from its input, so that its arguments have "
                 "no placeholder but {job}; leave this one out or leave --worker out",
                 o->p->command[i - o->p->n_launch]);
        return EXIT_USAGE;
    }
    return 0;
}

int program_read_worker(const opening *o)
{
    const char *field = o->g->value_json != NULL ? o->g->value_json : "f";
    const int status = check_worker(o);
    return status != 0 ? status
                       : value_open(&o->p->value, field, NULL, "wrote", o->message, o->size);
}
