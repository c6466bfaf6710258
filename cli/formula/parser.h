/* SPDX-License-Identifier: MIT
 *
 * Inside the formula language: the parser. Functions that return bool leave one number more on the
 * stack of the formula, or have printed the error and return false. */
#pragma once

#include "formula/code.h"

/* A word of a formula. */
typedef struct token {
    enum { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SYMBOL, TOKEN_BAD_NUMBER } kind;
    const char *at; /* its place in the text */
    size_t length;  /* in bytes */
    double number;  /* value of a TOKEN_NUMBER */
} token;

/* The first token at or after c. Characters that mean nothing are symbols too, for the parser to
 * complain about. */
token formula_token(const char *c);

/* Whether the token is that symbol or name. */
bool token_is(const token *t, const char *symbol);

typedef struct parser {
    struct formula *f;
    const char *text;
    const variables *v, *outputs; /* outputs: null: there are none */
    const char **sorted; /* sorted names of the variables; owned; null: they have no names */
    token t;             /* the next token */
    int depth;           /* levels of comparison and signed inside each other */
    int height;          /* numbers on the stack at this place */
    unsigned open;       /* number of loops around this place */
    struct {
        token name;
        bool fixed; /* the bounds are the same for every x */
    } loops[LOOPS_MAX];
} parser;

#define COMPLAIN(p, place, ...)                                                                    \
    formula_complain((p)->text, (size_t)((place) - (p)->text), __VA_ARGS__)

/* At most 30 bytes of a token, for messages. */
#define QUOTED(t) (int)((t)->length < 30 ? (t)->length : 30), (t)->at

/* Refuses the next token; wanted: what should stand in its place. */
bool parser_unexpected(parser *p, const char *wanted);

/* parser_accept() takes the next token if it is that symbol; parser_expect() refuses another. */
void parser_advance(parser *p);
bool parser_accept(parser *p, const char *symbol);
bool parser_expect(parser *p, const char *symbol, const char *wanted);

/* Appends an instruction. rise: by how many numbers it makes the stack higher. */
bool parser_emit(parser *p, instruction i, int rise);
bool parser_emit_number(parser *p, double number);

bool parser_comparison(parser *p);

/* Compiles a name that was taken: a variable, or a sum, product or function with its arguments. */
bool parser_name(parser *p, const token *name);
