/* SPDX-License-Identifier: MIT
 *
 * What all targets share; see support/fuzz.h. */
#include "support/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fuzz_seed(const fuzz_sink *to, const void *bytes, size_t n)
{
    to->take(to->to, bytes, n);
}

void fuzz_seed_bytes(const fuzz_sink *to, uint8_t choice, const void *bytes, size_t n)
{
    uint8_t *all = malloc(n + 1);
    if (all == NULL) return;
    all[0] = choice;
    memcpy(all + 1, bytes, n);
    fuzz_seed(to, all, n + 1);
    free(all);
}

void fuzz_seed_text(const fuzz_sink *to, uint8_t choice, const char *text)
{
    fuzz_seed_bytes(to, choice, text, strlen(text));
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL) abort();
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

uint64_t fuzz_next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Streams with a buffer of their own: a system call for every error message would be most of the
 * time of many targets. Sanitisers and libFuzzer write to the descriptor itself. */
void fuzz_quiet(void)
{
    static FILE *nowhere;
    if (nowhere != NULL) return;
    nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL) abort();
    setvbuf(nowhere, NULL, _IOFBF, 1 << 16);
    stdout = stderr = nowhere;
}

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0) abort();
}

void fuzz_defect_said(const char *what, const char *sentence)
{
    say("defect: ");
    say(what);
    if (sentence[0] != '\0') say(": ");
    say(sentence);
    say("\n");
    abort();
}

void fuzz_defect(const char *what)
{
    fuzz_defect_said(what, "");
}

/* In the place of memory_ran_out() of the program (base/memory.h). */
_Noreturn void __wrap_memory_ran_out(void);
void __wrap_memory_ran_out(void)
{
    fuzz_defect("no input may ask for so much memory that there is none");
}
