/* SPDX-License-Identifier: MIT
 *
 * Command lines, driven by tables. A command lists its own options; those of the library come from
 * nes_option_at(), so that every option `foo_bar` of the library is `--foo-bar VALUE` here and a
 * flag `maximize` is `--maximize`, `--no-maximize` or `--maximize=no`. A command's own option hides
 * the library's option of that name. Values are kept as text; the command that wants them reads
 * them.
 */
#ifndef BASE_ARGS_H
#define BASE_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "nes/by_name.h"

enum { ARGS_NAME_SIZE = 64, ARGS_MESSAGE_SIZE = 512 }; /* of an option's name, of an error */

typedef struct args_option {
    const char *name;  /* without dashes */
    const char *value; /* what the help calls its value; null for a flag */
    size_t offset;     /* in the target: of a const char *, or of a bool for a flag */
    const char *doc;   /* one sentence */
} args_option;

/* The texts of the library's array options, by their number; null: not given. */
enum { ARGS_ARRAYS = 32 };
typedef struct args_arrays {
    const char *text[ARGS_ARRAYS];
} args_arrays;

typedef struct args_syntax {
    const char *command;
    const args_option *options; /* ends with a null name */
    void *target;               /* the struct that the offsets are in */
    nes_settings *settings;     /* null: options of the library are not taken */
    args_arrays *arrays;        /* null: its array options are not taken */
    const char **words;         /* out: what is not an option */
    size_t max_words, n_words;
    char ***rest; /* out: the arguments behind "--", which end with null; null: "--" is not taken */
} args_syntax;

typedef enum args_outcome { ARGS_OK, ARGS_HELP, ARGS_BAD } args_outcome;

/* Reads argv[1..]. ARGS_BAD: the error has been printed. ARGS_HELP: --help was there, the rest was
 * not looked at. */
args_outcome args_parse(args_syntax *syntax, int argc, char **argv);

/* Sets an option by its name, with hyphens or underscores, as the command line does it. The value
 * lives as long as the target. A flag has the value yes or no. ARGS_BAD: the error is in message
 * (ARGS_MESSAGE_SIZE bytes are enough). */
args_outcome args_set(const args_syntax *syntax, const char *name, const char *value, char *message,
                      size_t size);

/* Whether there is an option of that name. */
bool args_is_known(const args_syntax *syntax, const char *name);

/* Whether the option is a flag, or a choice between no, yes and perhaps more. */
bool args_is_switch(const args_syntax *syntax, const char *name);

/* Whether the command line has --name or --no-name. */
bool args_is_given(int argc, char **argv, const char *name);

/* Prints one aligned entry of a help text: "  --name VALUE   sentence". */
void args_print_entry(const char *name, const char *value, const char *doc);

/* Prints a command's own options, the last one being --help. */
void args_print(const args_option *options);

/* Prints an option of the library in the same way. */
void args_print_library(const nes_option *option);

/* Options under a heading. */
typedef struct args_section {
    const char *heading;
    const char *names; /* of options of the command or the library, separated by blanks */
} args_section;

/* Prints sections, the last one having a null heading. Own options that no section names come
 * behind them, with --help: none is left out. */
void args_print_sections(const args_option *own, const args_section *sections);

/* The word for a value of a library option: "NUMBER", "COUNT", "WORD", "LIST"; null for a flag. */
const char *args_value_word(const nes_option *option);

/* Array option number i of the library, in the order of its table; null past the end. */
const nes_option *args_array_at(size_t i);

/* The number of the array option of that name; ARGS_ARRAYS: there is none. */
size_t args_array_number(const char *name);

/* The text given for the array option of that name; null: not given. */
const char *args_array_text(const args_arrays *arrays, const char *name);

/* The library's option of that name, with hyphens or underscores; null when there is none. */
const nes_option *args_library_option(const char *name);

#endif
