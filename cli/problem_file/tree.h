/* SPDX-License-Identifier: MIT
 *
 * YAML text as a tree of nodes that know their line. Aliases share the node that they name, so that
 * a small text never becomes a large tree. What problem files have no use for is refused: tags,
 * merge keys, several documents, deep nesting, keys that are not words. Every key of a map is
 * there once. */
#pragma once

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
    size_t line, column; /* its place in the text, from 1 */
    char *text;          /* the text of a NODE_TEXT, never null; owned */
    bool plain;          /* the text has no quotes */
    struct node *
        *item;      /* nodes of a list; of a map a key, its value, and so on; the list is owned */
    size_t n, room; /* number of items; items that fit */
} node;

typedef struct tree {
    node *root;  /* null: the text is empty */
    node **node; /* all nodes; owned */
    size_t n, room;
} tree; /* a zeroed struct is empty */

/* Where and why a text is refused; line 0: the text as a whole. */
typedef struct tree_error {
    size_t line, column;
    char text[TREE_MESSAGE_SIZE];
} tree_error;

/* Reads n bytes of text. False: e says why not, and the tree is empty. */
bool tree_open(tree *t, const char *text, size_t n, tree_error *e);
void tree_close(tree *t);

/* The value of a key of a map; null: there is none. */
node *tree_get(const node *map, const char *key);

/* Whether a node is no value: null, ~ or nothing, without quotes. */
bool tree_is_nothing(const node *v);
