/* SPDX-License-Identifier: MIT
 *
 * Everything by name: options are set as texts, results are asked for by name, and tables list all
 * options, methods and results. This is for programs that read options from a file or a command
 * line, and for bindings to other languages, which then need no struct (docs/abi.md). */
#ifndef NES_BY_NAME_H
#define NES_BY_NAME_H

#include "nes/nes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- settings ------------------------------------------------------------------------------- */

/* Sets a field by the name it has in the struct, from a text. Numbers and counts may be "auto" or
 * "off" where the option allows it, flags are "yes" or "no". Arrays are set by nes_set_array().
 * NES_ERR_OPTION: there is no such name; s->message suggests the nearest. NES_ERR_VALUE: the text
 * is no value of that type and range; s->message says what is. NES_ERR_METHOD: there is no method
 * or part of that name. On error the struct is unchanged but for message. */
NES_API nes_status nes_set(nes_settings *s, const char *name, const char *value);

/* What the last nes_set() or nes_set_array() found wrong; an empty text when all was well. */
NES_API const char *nes_settings_message(const nes_settings *s);

/* Settings without the struct, for other languages: a binding that uses these functions does not
 * depend on its layout. nes_settings_new() makes settings with all defaults; null: there is no
 * memory. nes_settings_free() may be called as soon as nes_create, nes_load or nes_minimize has
 * returned. It does nothing with null and with settings that you declared yourself. */
NES_API nes_settings *nes_settings_new(void);
NES_API void nes_settings_free(nes_settings *s);

/* Sets an array field by name: to n numbers, or to none (n = 0). Settings made by nes_settings_new
 * copy the numbers; others borrow them until nes_create. nes_create refuses an array whose n does
 * not fit the dimension or the population (NES_ERR_COUNT). NES_ERR_OPTION: there is no such option.
 * NES_ERR_VALUE: the option is not an array. NES_ERR_MEMORY: there is no memory for the copy. */
NES_API nes_status nes_set_array(nes_settings *s, const char *name, size_t n, const double *values);

/* Set fields that are functions; nes_set_density() and nes_set_radial() are in nes/density.h. */
NES_API void nes_set_progress(nes_settings *s, nes_progress progress, void *user);
NES_API void nes_set_allocator(nes_settings *s, void *(*allocate)(size_t size, void *user),
                               void (*release)(void *p, void *user), void *user);

/* Writes the value of a field, as nes_set would take it, to text (size bytes, with the closing
 * zero). Of an array it writes "set" or "none". */
NES_API nes_status nes_get(const nes_settings *s, const char *name, char *text, size_t size);

/* The start and the initial standard deviation that a variable has by itself, with these bounds
 * (infinite: none), on a logarithmic scale or not, integer or not: for callers who give a start or
 * a standard deviation to some variables only. On a logarithmic scale the standard deviation is one
 * of ln x. A fixed variable starts at its value. start and std may be null. */
NES_API void nes_usual_start(double lower, double upper, bool log, bool integer, double *start,
                             double *std);

/* The table behind nes_set, for help texts and bindings. */
typedef enum nes_option_type {
    NES_TYPE_REAL,
    NES_TYPE_COUNT,
    NES_TYPE_FLAG,
    NES_TYPE_CHOICE,
    NES_TYPE_ARRAY
} nes_option_type;

/* How many numbers an array has: one for each variable, each pair of variables (d*d, row by row),
 * each point of a generation, or each constraint. */
typedef enum nes_length {
    NES_PER_VARIABLE,
    NES_PER_PAIR,
    NES_PER_POINT,
    NES_PER_CONSTRAINT
} nes_length;

typedef struct nes_option {
    const char *name;
    nes_option_type type;
    const char *section; /* "method", "start", "move", "technique", "bounds", "constraints",
                            "failures", "stop", "restarts", "driver" */
    double low, high;    /* allowed range of reals and counts, ends included unless open */
    bool open_low;       /* low itself is not allowed */
    bool automatic;      /* the word "auto" is allowed: the default is a formula */
    bool off;            /* the word "off" is allowed */
    nes_length length;   /* of an array */
    const char *initial; /* default, as a formula of d and n where it is one */
    const char *doc;     /* one sentence */
} nes_option;

NES_API size_t nes_option_count(void);
NES_API const nes_option *nes_option_at(size_t i); /* null past the end */

/* One text of option number i, for bindings without the struct: "name", "type" ("real", "count",
 * "flag", "choice" or "array"), "section", "initial", "doc", or "length" of an array ("variable",
 * "pair", "point" or "constraint": one number for each). Null past the end or for another word. */
NES_API const char *nes_option_text(size_t i, const char *what);

/* Word number i that a choice accepts, and a sentence about it; null past the end, and for the
 * other types. */
NES_API const char *nes_option_word(const nes_option *option, size_t i);
NES_API const char *nes_option_word_doc(const nes_option *option, size_t i);

/* Names that other optimisers have for options and methods (pycma, SciPy, NLopt, Optuna, ...), so
 * that a user who writes one of them can be told the name here. nes_set() takes none of them, but
 * answers them so. Names are compared without case and without "_", "-", "." and brackets:
 * MaxFunEvals is max_fun_evals. nes_elsewhere_at() is null past the end, nes_elsewhere_find() where
 * nothing is known of the name. A last few rows are options that mean another thing elsewhere. */
typedef struct nes_elsewhere {
    const char *names; /* there; blanks separate them */
    const char *here;  /* what to write here: "max_evals", "maximize=yes", "lower upper"; or what is
                          no option of the library: "callback", "dim", "inject" (points), "out" (a
                          place to save), "progress", "vectorized" or "x0"; empty: nothing */
    const char *doc;   /* what else to know, the end of a sentence; it may be empty */
} nes_elsewhere;

NES_API const nes_elsewhere *nes_elsewhere_at(size_t i);
NES_API const nes_elsewhere *nes_elsewhere_find(const char *name);

/* "here" or "doc" of a name, for bindings without the struct; null: nothing is known of it. */
NES_API const char *nes_elsewhere_text(const char *name, const char *what);

/* "Did you mean ...?" for misspelt words. at(i, data) is name number i of a table, null past the
 * end. Writes "; did you mean A, B or C?", each name with prefix in front, or the text otherwise
 * when nothing is near, and returns hint (size bytes). Null texts are empty ones, and to a null
 * word or table nothing is near; without room for a hint it returns an empty text. */
typedef const char *(*nes_name_at)(size_t i, const void *data);
NES_API const char *nes_nearest(const char *word, nes_name_at at, const void *data,
                                const char *prefix, const char *otherwise, char *hint, size_t size);

/* The named methods. A method is a list of presets, "option=value option=value". A preset holds
 * where the caller left the option at its default. An option set by nes_set() counts as the
 * caller's, even where its value is the default. */
typedef struct nes_method {
    const char *name;
    const char *presets;
    const char *doc;
} nes_method;

NES_API size_t nes_method_count(void);
NES_API const nes_method *nes_method_at(size_t i); /* null past the end */

/* One text of method number i: "name", "presets" or "doc"; null past the end or for another word.
 */
NES_API const char *nes_method_text(size_t i, const char *what);

/* Writes what an option is with that method and nothing else set to value (size bytes): its preset,
 * or the default. NES_ERR_OPTION: there is no such option. NES_ERR_SPACE: the text does not fit. */
NES_API nes_status nes_method_get(const nes_method *m, const char *name, char *value, size_t size);

/* ---- points and results --------------------------------------------------------------------- */

/* nes_ask() without the struct: *n rows of dim numbers at *x, and their *n ids. */
NES_API nes_status nes_ask_arrays(nes_opt *o, size_t *n, const double **x, const uint64_t **id);

/* The results of nes_get_result() by name, without the struct. Names are those of the fields, and
 * more that are found only when they are asked for; nes_entry_at() lists all names. With restarts
 * they are, like mean_x, of the run with the best value:
 *
 *   best_outputs     what the evaluation of best_x gave besides its value: as many numbers as the
 *                    option outputs says
 *   popsize          points in a generation
 *   condition        condition number of the covariance: the squared ratio of the longest to the
 *                    shortest axis. An estimate: never too large, but where the distribution has a
 *                    factor for each variable beside its shape (gauss-dd, gauss-lm) it is the
 *                    product of both ratios, which may be too large. axes has the exact lengths
 *   eta_mu, eta_sigma, eta_shape, eta_diag, eta_nu
 *                    learning rates in force, by the names of their options: those of the last
 *                    step, with all that adaptation and "snr" have made of them (a generation in
 *                    which values are missing moves by less). NaN: the method has no such rate
 *   nu               degrees of freedom, adapted ones too. NaN: the family has none
 *   factor           dim*dim numbers, row by row: A of x = mean + A z, for ln x where a variable
 *                    is on a logarithmic scale, and before integers are rounded
 *   covariance       dim*dim numbers: A A^T, the covariance of a normal distribution; with heavy
 *                    tails the scale matrix. Its diagonal has the squares of std_x (those of ln x
 *                    on a logarithmic scale)
 *   axes             dim numbers, ascending: the lengths of the principal axes, roots of the
 *                    eigenvalues of the covariance. Fixed variables have zeros
 *   theta            the parameters of a density of your own (family "user") or of a radial law
 *                    (family "user-radial"); of bits the probabilities that they are 1
 *   probabilities    of the values of choices and bits, variable after variable, value 0 first
 *
 * Every family with a centre has both matrices, diagonal ones where coordinates are independent.
 * Rows and columns of fixed variables are zeros. A family without a full matrix makes them for up
 * to 2000 variables. They are made when they are asked for, the factor in some dim^2 operations,
 * the covariance in dim^3: a run costs no more for them. The axes are made where the matrices are,
 * in some 20 dim^3 operations and with memory for three matrices.
 *
 * While a run is shown live, these are of the run at work, not of the best one:
 *
 *   run              its number, from 1
 *   run_popsize, run_generations, run_evaluations, run_sigma, run_condition
 *                    as popsize, generations, evaluations, sigma and condition, of that run alone
 *   run_mean, run_std, run_axes
 *                    as mean_x, std_x and axes
 *
 * nes_get_array copies n numbers; nes_get_length says how many there are, dim for all arrays of
 * nes_result.
 * NES_ERR_OPTION: there is no such result; nes_message() suggests the nearest. NES_ERR_VALUE: it is
 * of another type. NES_ERR_COUNT: n is not the length. NES_ERR_ORDER: there is no such array, or
 * not yet. NES_ERR_DIMENSION: there are too many variables for a matrix. NES_ERR_MEMORY: covariance
 * needs memory for one row, axes for three matrices. */
NES_API nes_status nes_get_real(nes_opt *o, const char *name, double *value);
NES_API nes_status nes_get_count(nes_opt *o, const char *name, uint64_t *value);
NES_API nes_status nes_get_array(nes_opt *o, const char *name, size_t n, double *values);
NES_API nes_status nes_get_length(nes_opt *o, const char *name, size_t *n);

/* Gives the reason to stop, and stop_text of the result, cut to size bytes (size 0: no text). */
NES_API nes_status nes_get_stop(nes_opt *o, nes_stop *reason, char *text, size_t size);

/* Gives how far the answer can be trusted, and trust_text of the result, cut to size bytes. */
NES_API nes_status nes_get_trust(nes_opt *o, nes_trust *trust, char *text, size_t size);

/* The table of results behind these functions. */
typedef enum nes_entry_type { NES_ENTRY_REAL, NES_ENTRY_COUNT, NES_ENTRY_ARRAY } nes_entry_type;

typedef struct nes_entry {
    const char *name;
    nes_entry_type type;
    const char *doc;
} nes_entry;

NES_API size_t nes_entry_count(void);
NES_API const nes_entry *nes_entry_at(size_t i); /* null past the end */

/* One text of entry number i: "name", "type" ("real", "count" or "array") or "doc"; null past the
 * end or for another word. */
NES_API const char *nes_entry_text(size_t i, const char *what);

#ifdef __cplusplus
}
#endif

#endif
