/* SPDX-License-Identifier: MIT
 *
 * How help texts show options: the name, what its value is called, and a sentence beside it. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "options/args.h"

static const args_option help_option = {"help", NULL, 0, "this text"};

/* Prints one aligned entry of a help text: "  --name VALUE   sentence". */
static void print_option(const args_option *o)
{
    char label[2 * ARGS_NAME_SIZE];
    snprintf(label, sizeof label, "--%s%s%s", o->name, o->value == NULL ? "" : " ",
             o->value == NULL ? "" : o->value);
    text_entry(25, label, o->doc);
}

void args_print(const args_option *options)
{
    for (const args_option *o = options; o->name != NULL; o++) print_option(o);
    print_option(&help_option);
}

static const char MARK[] = "@options\n";

bool args_begin(args_syntax *syntax, int argc, char **argv, int *status)
{
    const args_outcome outcome = args_parse(syntax, argc, argv);
    *status = outcome == ARGS_BAD ? EXIT_USAGE : EXIT_OK;
    if (outcome != ARGS_HELP) return outcome == ARGS_OK;
    const char *options = strstr(syntax->help, MARK);
    if (options != NULL) {
        fwrite(syntax->help, 1, (size_t)(options - syntax->help), stdout);
        args_print(syntax->options);
    }
    puts(options != NULL ? options + strlen(MARK) : syntax->help);
    return false;
}

static void print_library(const nes_option *o)
{
    static const char *const lengths[] = {
        [NES_PER_VARIABLE] = "; N numbers or one for all",
        [NES_PER_PAIR] = "; N*N numbers row by row",
        [NES_PER_POINT] = "; one number per point of a generation",
        [NES_PER_CONSTRAINT] = "; one number per constraint",
    };
    char name[ARGS_NAME_SIZE], doc[512];
    snprintf(doc, sizeof doc, "%s%s", o->doc, o->type == NES_TYPE_ARRAY ? lengths[o->length] : "");
    text_replace(o->name, '_', '-', name, sizeof name);
    print_option(&(args_option){.name = name, .value = args_value_word(o), .doc = doc});
}

void args_print_arrays(void)
{
    const nes_option *o;
    for (size_t i = 0; (o = args_array_at(i)) != NULL; i++) print_library(o);
}

/* Takes the next of the words, which blanks separate. False: none is left. */
static bool take_name(const char **words, char name[ARGS_NAME_SIZE])
{
    const int n = (int)strcspn(*words, " ");
    snprintf(name, ARGS_NAME_SIZE, "%.*s", n, *words);
    *words += n;
    *words += strspn(*words, " ");
    return n > 0;
}

static bool is_among(const char *words, const char *wanted)
{
    char name[ARGS_NAME_SIZE];
    while (take_name(&words, name))
        if (strcmp(name, wanted) == 0) return true;
    return false;
}

static void print_section(const args_option *own, const args_section *s)
{
    char name[ARGS_NAME_SIZE];
    printf("\n%s\n", s->heading);
    for (const char *words = s->names; take_name(&words, name);) {
        const args_option *o = args_find(own, name);
        const nes_option *library = args_library_option(name);
        if (o != NULL)
            print_option(o);
        else if (library != NULL)
            print_library(library);
    }
}

void args_print_sections(const args_option *own, const args_section *sections)
{
    for (const args_section *s = sections; s->heading != NULL; s++) print_section(own, s);
    puts("\nOther options");
    for (const args_option *o = own; o->name != NULL; o++) {
        const args_section *s = sections;
        while (s->heading != NULL && !is_among(s->names, o->name)) s++;
        if (s->heading == NULL) print_option(o);
    }
    print_option(&help_option);
}
