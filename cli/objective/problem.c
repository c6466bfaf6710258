/* SPDX-License-Identifier: MIT
 *
 * nes run --problem ID: one of the built-in test problems, with its known optimum. */
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "objective/objective.h"

static double value(size_t dim, const double *x, void *data)
{
    (void)dim; /* the problem knows its dimension */
    return nes_problem_value(data, x);
}

static void release(void *data)
{
    nes_problem_destroy(data);
}

static const char *pattern(size_t i, const void *data)
{
    const nes_problem_kind *kind = nes_problem_kind_at(i);
    (void)data;
    return kind != NULL ? kind->pattern : NULL;
}

/* Turns an id into a pattern: dimension and size become N, the instance becomes I. An id without
 * any of these gets a dimension. */
static void to_pattern(const char *id, char *word, size_t size)
{
    size_t n = 0;
    while (*id != '\0' && n + 5 < size) {
        const char letter = id[0] == '_' && id[1] != '\0' ? id[1] : ' ';
        const size_t digits = strspn(id + (letter != ' ' ? 2 : 0), "0123456789");
        if (digits > 0 && strchr("dni", letter) != NULL) {
            word[n++] = '_';
            word[n++] = letter;
            word[n++] = letter == 'i' ? 'I' : 'N';
            id += 2 + digits;
        } else {
            word[n++] = *id++;
        }
    }
    word[n] = '\0';
    if (strchr(word, '_') == NULL) memcpy(word + n, "_dN", sizeof "_dN");
}

/* The patterns nearest to the id, as the end of a sentence. Where the name is right the sentence is
 * about what follows the name, and the hint stays empty. */
static void suggest(const char *id, char *hint, size_t size)
{
    char word[64];
    to_pattern(id, word, sizeof word);
    for (size_t i = 0; pattern(i, NULL) != NULL; i++) {
        const size_t name = strcspn(pattern(i, NULL), "0123456789IN");
        if (strncmp(word, pattern(i, NULL), name) == 0) return;
    }
    nes_nearest(word, pattern, NULL, "", "", hint, size);
}

int objective_problem(objective *o, const char *id)
{
    nes_problem *p;
    char message[NES_MESSAGE_SIZE], hint[NES_MESSAGE_SIZE] = "";
    const nes_status status = nes_problem_create(&p, id, message, sizeof message);
    if (status == NES_ERR_OPTION) suggest(id, hint, sizeof hint);
    if (status != NES_OK)
        return text_error(status == NES_ERR_MEMORY ? EXIT_OBJECTIVE : EXIT_USAGE, "%s%s", message,
                          hint);
    *o = (objective){.dim = nes_problem_dim(p),
                     .optimum = nes_problem_optimum(p),
                     .value = value,
                     .data = p,
                     .problem = p,
                     .release = release};
    return 0;
}
