/* SPDX-License-Identifier: MIT
 *
 * The value of --exit-codes; see objective/exit_codes.h. */
#include "objective/exit_codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

static const struct {
    const char *word;
    exit_meaning meaning;
} words[] = {{"ok", EXIT_MEANS_OK},
             {"fail", EXIT_MEANS_FAIL},
             {"worst", EXIT_MEANS_WORST},
             {"stop", EXIT_MEANS_STOP},
             {"again", EXIT_MEANS_AGAIN}};

/* Reads the exit status at *text and moves *text behind it. Returns -1 if there is none. */
static long read_status(const char **text)
{
    char *end;
    if (**text < '0' || **text > '9') return -1;
    const long status = strtol(*text, &end, 10);
    *text = end;
    return status <= 255 ? status : -1;
}

/* Reads one entry of n bytes, such as 3=worst or 10-19=fail. Returns whether it has that form. */
static int read_entry(exit_codes *c, const char *text, size_t n)
{
    const char *at = text;
    const long first = read_status(&at);
    long last = first;
    if (first >= 0 && *at == '-') {
        at++;
        last = read_status(&at);
    }
    if (first < 0 || last < first || *at++ != '=') return 0;
    const size_t left = n - (size_t)(at - text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == left && strncmp(at, words[i].word, left) == 0) {
            memset(c->meaning + first, (int)words[i].meaning, (size_t)(last - first + 1));
            return 1;
        }
    return 0;
}

int exit_codes_read(exit_codes *c, const char *text)
{
    memset(c->meaning, EXIT_MEANS_FAIL, sizeof c->meaning);
    c->meaning[0] = EXIT_MEANS_OK;
    while (text != NULL) {
        const size_t n = strcspn(text, ",");
        if (!read_entry(c, text, n))
            return text_error(
                EXIT_USAGE,
                "--exit-codes: '%.*s' is not of the form 3=worst or 10-19=fail; statuses go "
                "from 0 to 255, and mean ok, fail, worst, stop or again",
                (int)(n < 80 ? n : 80), text);
        text = text[n] == ',' ? text + n + 1 : NULL;
    }
    return 0;
}
