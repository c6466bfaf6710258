/* SPDX-License-Identifier: MIT
 *
 * See objective/point_key.h. */
#include "objective/point_key.h"

#include "objective/program.h"

/* Formulas of variables see exact numbers, and so does whoever reads them from a file, from the
 * standard input of a worker, or as arguments without a format. */
static bool sees_texts(const objective *o)
{
    const program *p = o->program;
    return p != NULL && o->named == NULL && !p->worker && !p->appends && !p->writes_point;
}

static void put_texts(const objective *o, size_t dim, const double *x, buffer *to)
{
    const program *p = o->program;
    const placeholder_values v = {.dim = dim, .x = x, .scale = p->scale, .file = "", .dir = ""};
    for (size_t i = 0; i < p->n; i++) {
        if (p->arguments[i].is_all)
            placeholder_fill_all(&p->arguments[i], &v, '\0', to);
        else
            placeholder_fill(&p->arguments[i], &v, to);
        buffer_add(to, "", 1);
    }
    for (size_t i = 0; i < p->templates.n; i++) {
        placeholder_fill(&p->templates.files[i].text, &v, to);
        buffer_add(to, "", 1);
    }
}

void point_key_put(const objective *o, size_t dim, const double *x, buffer *to)
{
    if (o != NULL && sees_texts(o)) {
        put_texts(o, dim, x, to);
        return;
    }
    for (size_t i = 0; i < dim; i++) {
        const double number = x[i] + 0.0; /* -0 becomes 0 */
        buffer_add(to, &number, sizeof number);
    }
}

bool point_key_has_id(const objective *o)
{
    const program *p = o->program;
    bool has = false;
    for (size_t i = 0; p != NULL && i < p->n; i++) has = has || p->arguments[i].has_id;
    for (size_t i = 0; p != NULL && i < p->templates.n; i++)
        has = has || p->templates.files[i].text.has_id;
    return has;
}
