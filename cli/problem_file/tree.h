/* SPDX-License-Identifier: MIT
 *
 * YAML text as a tree of nodes that know their line. Aliases share the node that they name, so that
 * a small text never becomes a large tree. What problem files have no use for is refused: tags,
 * merge keys, several documents, deep nesting, keys that are not words. Every key of a map is
 * there once. */
#ifndef PROBLEM_FILE_TREE_H
#define PROBLEM_FILE_TREE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TREE_MAX_BYTES = 10 * 1000 * 1000,
    TREE_MAX_NODES = 1000 * 1000,
    TREE_MAX_DEPTH = 32,
    TREE_MESSAGE_SIZE = 512
};

typedef enum node_kind { NODE_TEXT, NODE_LIST, NODE_MAP } node_kind;

typedef struct node {
    node_kind kind;
    size_t line, column; /* from 1 */
    char *text;          /* owned; of a text, never null */
    bool plain;          /* a text without quotes */
    struct node **item;  /* owned list of nodes of the tree; of a map a key, its value, and so on */
    size_t n, room;      /* items */
} node;

typedef struct tree {
    node *root;  /* null: the text is empty */
    node **node; /* owned: all of them */
    size_t n, room;
} tree; /* all zero is empty */

/* Where and why a text is refused; line 0: the whole of it. */
typedef struct tree_error {
    size_t line, column;
    char text[TREE_MESSAGE_SIZE];
} tree_error;

/* Reads n bytes. False: e says why, and the tree is empty. */
bool tree_open(tree *t, const char *text, size_t n, tree_error *e);
void tree_close(tree *t);

/* The value of a key of a map; null: there is none. */
node *tree_get(const node *map, const char *key);

/* Whether it is a text of no characters without quotes, or null or ~: no value. */
bool tree_is_nothing(const node *v);

#endif
