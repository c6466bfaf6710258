/* SPDX-License-Identifier: MIT
 *
 * Command lines, read by tables. A command lists its own options; those of the library come from
 * nes_option_at(), so that every option `foo_bar` of the library is `--foo-bar VALUE` here and a
 * flag `maximize` is `--maximize`, `--no-maximize` or `--maximize=no`. A command's own option hides
 * the library's option of that name. Values are kept as text; the command reads those that it
 * wants. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/by_name.h"

/* Bytes of an option's name, and of the hint at the end of an error. */
enum { ARGS_NAME_SIZE = 64, ARGS_HINT_SIZE = 300 };

typedef struct args_option {
    const char *name;  /* the name without dashes */
    const char *value; /* what the help calls its value; null for a flag */
    size_t offset;     /* offset in the target of a const char *, of a bool for a flag, or of an
                          args_list for an option that may be given several times */
    const char *doc;   /* its help: one sentence */
} args_option;

/* The texts of an option that may be given several times (options/repeated.h). */
enum { ARGS_LIST = 64 };
typedef struct args_list {
    const char *text[ARGS_LIST];
    size_t n;
} args_list;

/* The texts of the library's array options, by their number; null: not given. */
enum { ARGS_ARRAYS = 32 };
typedef struct args_arrays {
    const char *text[ARGS_ARRAYS];
} args_arrays;

typedef struct args_syntax {
    const char *command;
    const char
        *help; /* the help text for args_begin(); its line "@options" stands for all options */
    const args_option *options; /* the command's own options; the last one has a null name */
    void *target;               /* the struct that the offsets are in */
    nes_settings *settings;     /* null: options of the library are refused */
    args_arrays *arrays;        /* null: array options of the library are refused */
    const char **words;         /* out: the arguments that are no options */
    size_t max_words, n_words;
    bool goes_on; /* it goes on with a run, which keeps the options it was begun with */
    char ***rest; /* out: the arguments behind "--", ended by null; if the pointer is null, "--" is
                     refused */
} args_syntax;

typedef enum args_outcome { ARGS_BAD = -1, ARGS_OK, ARGS_HELP } args_outcome;

/* Reads argv[1..]. ARGS_BAD: the error has been printed. ARGS_HELP: --help is there, and nothing
 * else was read. */
args_outcome args_parse(args_syntax *syntax, int argc, char **argv);

/* Reads argv[1..] and prints the help text where --help is there. Returns whether the command goes
 * on; otherwise *status is the exit status. */
bool args_begin(args_syntax *syntax, int argc, char **argv, int *status);

/* Sets an option by its name, with hyphens or underscores, as the command line does it. The value
 * lives as long as the target. A flag has the value yes or no. ARGS_BAD: the error has been
 * printed. */
args_outcome args_set(const args_syntax *syntax, const char *name, const char *value);

/* Finds an option in a command's table by its name, with hyphens or underscores; null: none. */
const args_option *args_find(const args_option *options, const char *name);

/* Prints that a command has no option of that name, with the nearest, the commands that have it, or
 * what an option of other optimisers is called here. Returns ARGS_BAD. */
args_outcome args_unknown(const args_syntax *syntax, const char *name);

/* Writes the answer to a name that other optimisers have for an option, such as "write
 * --max-evals". syntax: the command that the answer is for; null: any. Returns text, or null if
 * nothing is known of the name, or the command has no such option. */
const char *args_elsewhere(const args_syntax *syntax, const char *name, char *text, size_t size);

/* Whether there is an option of that name. */
bool args_is_known(const args_syntax *syntax, const char *name);

/* Whether the option is a flag, or a choice between no, yes and perhaps more. */
bool args_is_switch(const args_syntax *syntax, const char *name);

/* Writes what to say of a word that is none of the n known ones: "; did you mean ...?", or all of
 * them, with the text `last` in front of the last. */
void args_nearest(const char *word, const char *const *known, size_t n, const char *last,
                  char hint[ARGS_HINT_SIZE]);

/* The number of the word that option --name has, from 0, among n known ones. n: it is none of them,
 * and the error has been printed. */
size_t args_word(const char *name, const char *word, const char *const *known, size_t n);

/* Splits "NAME=VALUE": the name, with underscores, goes to name, and the value is returned. Null:
 * there is no "=", or the name is too long. */
const char *args_setting(const char *text, char name[ARGS_NAME_SIZE]);

/* Whether the command line has --name or --no-name. */
bool args_is_given(int argc, char **argv, const char *name);

/* Prints a command's own options, the last one being --help. */
void args_print(const args_option *options);

/* Prints the array options of the library in the form of args_print(). */
void args_print_arrays(void);

/* A section of a help text: options under a heading. */
typedef struct args_section {
    const char *heading;
    const char *names; /* names of options of the command or of the library, separated by blanks */
} args_section;

/* Prints sections up to one with a null heading, and behind them the command's own options that no
 * section names, with --help. */
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
