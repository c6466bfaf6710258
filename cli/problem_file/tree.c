/* SPDX-License-Identifier: MIT
 *
 * From the events of libyaml to nodes. Open collections are a list and not calls inside calls, so
 * that no text can exhaust the stack. */
#include "problem_file/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/memory.h"
#include "base/order.h"
#include "problem_file/syntax.h"

enum { MAX_ANCHORS = 1000 };

typedef struct builder {
    tree *tree;
    tree_error *error;
    node *open[TREE_MAX_DEPTH]; /* collections around this place, the innermost last */
    size_t depth;
    struct {
        char *name; /* name of the anchor; owned */
        node *node;
    } anchor[MAX_ANCHORS];
    size_t anchors;
    size_t documents;
    bool ended;
} builder;

static bool refuse(builder *b, yaml_mark_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(builder *b, yaml_mark_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    b->error->line = at.line + 1;
    b->error->column = at.column + 1;
    vsnprintf(b->error->text, sizeof b->error->text, format, args);
    va_end(args);
    return false;
}

/* Appends to a list of pointers that grows. */
static void append(node ***list, size_t *n, size_t *room, node *v)
{
    if (*n == *room) {
        *room = *room == 0 ? 4 : 2 * *room;
        *list = memory_resize(*list, *room, sizeof **list);
    }
    (*list)[(*n)++] = v;
}

/* Whether the next node in this map is a key. */
static bool key_is_next(const node *open)
{
    return open != NULL && open->kind == NODE_MAP && open->n % 2 == 0;
}

static node *innermost(const builder *b)
{
    return b->depth == 0 ? NULL : b->open[b->depth - 1];
}

/* Puts a node where the text is: into the open collection, or as the root. */
static bool place(builder *b, node *v, yaml_mark_t at)
{
    node *into = innermost(b);
    if (into == NULL) {
        b->tree->root = v;
        return true;
    }
    if (key_is_next(into) && v->kind != NODE_TEXT)
        return refuse(b, at,
                      "this stands where a name should be; a placeholder in braces needs "
                      "quotes, as in \"{rate}\"");
    if (key_is_next(into) && v->plain && strcmp(v->text, "<<") == 0)
        return refuse(b, at, "merge keys (<<) are not supported; write the entries out");
    append(&into->item, &into->n, &into->room, v);
    return true;
}

static bool add_anchor(builder *b, const yaml_char_t *name, node *v, yaml_mark_t at)
{
    if (name == NULL) return true;
    if (b->anchors == MAX_ANCHORS)
        return refuse(b, at, "more than %d anchors; write the entries out", MAX_ANCHORS);
    b->anchor[b->anchors].name = memory_text((const char *)name);
    b->anchor[b->anchors++].node = v;
    return true;
}

/* Makes a node of the tree; null: the error is noted. */
static node *add_node(builder *b, node_kind kind, const yaml_event_t *e, const yaml_char_t *tag,
                      const yaml_char_t *anchor)
{
    tree *t = b->tree;
    if (tag != NULL) {
        refuse(b, e->start_mark,
               "tags (words that begin with !) are not supported; leave it out, or use quotes");
        return NULL;
    }
    if (t->n == TREE_MAX_NODES) {
        refuse(b, e->start_mark, "the file has more than %d entries", TREE_MAX_NODES);
        return NULL;
    }
    node *v = memory_zeros(1, sizeof *v);
    append(&t->node, &t->n, &t->room, v);
    v->kind = kind;
    v->line = e->start_mark.line + 1;
    v->column = e->start_mark.column + 1;
    return add_anchor(b, anchor, v, e->start_mark) ? v : NULL;
}

static bool take_text(builder *b, const yaml_event_t *e)
{
    node *v = add_node(b, NODE_TEXT, e, e->data.scalar.tag, e->data.scalar.anchor);
    if (v == NULL) return false;
    if (memchr(e->data.scalar.value, '\0', e->data.scalar.length) != NULL)
        return refuse(b, e->start_mark, "a text cannot have the character \\0");
    v->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    v->text = memory_text((const char *)e->data.scalar.value);
    return place(b, v, e->start_mark);
}

static bool begin(builder *b, node_kind kind, const yaml_event_t *e, const yaml_char_t *tag,
                  const yaml_char_t *anchor)
{
    if (b->depth == TREE_MAX_DEPTH)
        return refuse(b, e->start_mark, "more than %d lists and maps inside each other",
                      TREE_MAX_DEPTH);
    node *v = add_node(b, kind, e, tag, anchor);
    if (v == NULL || !place(b, v, e->start_mark)) return false;
    b->open[b->depth++] = v;
    return true;
}

static bool take_alias(builder *b, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    node *v = NULL;
    for (size_t i = b->anchors; i-- > 0 && v == NULL;)
        if (strcmp(b->anchor[i].name, name) == 0) v = b->anchor[i].node;
    if (v == NULL)
        return refuse(b, e->start_mark,
                      "*%.40s: there is no &%.40s in front of it; text that begins "
                      "with * needs quotes",
                      name, name);
    for (size_t i = 0; i < b->depth; i++)
        if (b->open[i] == v)
            return refuse(b, e->start_mark, "*%.40s: it would be inside itself", name);
    return place(b, v, e->start_mark);
}

static int by_text(const void *a, const void *b)
{
    const node *p = *(node *const *)a, *q = *(node *const *)b;
    const int order = strcmp(p->text, q->text);
    if (order != 0) return order;
    return p->line != q->line ? ORDER(p->line, q->line) : ORDER(p->column, q->column);
}

/* Refuses a map that has a key twice. */
static bool check_keys(builder *b, const node *map)
{
    const size_t n = map->n / 2;
    node **key = memory_zeros(n, sizeof *key);
    bool fine = true;
    for (size_t i = 0; i < n; i++) key[i] = map->item[2 * i];
    qsort(key, n, sizeof *key, by_text);
    for (size_t i = 1; i < n && fine; i++)
        if (strcmp(key[i]->text, key[i - 1]->text) == 0)
            fine = refuse(b, (yaml_mark_t){.line = key[i]->line - 1, .column = key[i]->column - 1},
                          "'%.60s' is here a second time; the first is in line %zu", key[i]->text,
                          key[i - 1]->line);
    free(key);
    return fine;
}

static bool end(builder *b)
{
    const node *done = b->open[--b->depth];
    return done->kind != NODE_MAP || check_keys(b, done);
}

static bool take(builder *b, const yaml_event_t *e)
{
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        return b->documents++ == 0 || refuse(b, e->start_mark,
                                             "a second document begins here; a problem file is one "
                                             "document");
    case YAML_SCALAR_EVENT:
        return take_text(b, e);
    case YAML_SEQUENCE_START_EVENT:
        return begin(b, NODE_LIST, e, e->data.sequence_start.tag, e->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return begin(b, NODE_MAP, e, e->data.mapping_start.tag, e->data.mapping_start.anchor);
    case YAML_ALIAS_EVENT:
        return take_alias(b, e);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return end(b);
    default:
        b->ended = e->type == YAML_STREAM_END_EVENT;
        return true;
    }
}

static bool build(builder *b, yaml_parser_t *parser, const char *text, size_t n)
{
    bool fine = true;
    while (fine && !b->ended) {
        yaml_event_t e;
        if (!yaml_parser_parse(parser, &e)) {
            syntax_explain(parser, text, n, b->error);
            return false;
        }
        fine = take(b, &e);
        yaml_event_delete(&e);
    }
    return fine;
}

bool tree_open(tree *t, const char *text, size_t n, tree_error *e)
{
    yaml_parser_t parser;
    *t = (tree){.root = NULL};
    *e = (tree_error){.line = 0};
    if (n > TREE_MAX_BYTES) {
        snprintf(e->text, sizeof e->text, "a problem file has at most %d MB",
                 TREE_MAX_BYTES / 1000000);
        return false;
    }
    builder *b = memory_zeros(1, sizeof *b);
    if (!yaml_parser_initialize(&parser)) memory_ran_out();
    b->tree = t;
    b->error = e;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)(n == 0 ? "" : text), n);
    const bool fine = build(b, &parser, text, n);
    yaml_parser_delete(&parser);
    for (size_t i = 0; i < b->anchors; i++) free(b->anchor[i].name);
    free(b);
    if (!fine) tree_close(t);
    return fine;
}

void tree_close(tree *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->node[i]->text);
        free(t->node[i]->item);
        free(t->node[i]);
    }
    free(t->node);
    *t = (tree){.root = NULL};
}

node *tree_get(const node *map, const char *key)
{
    for (size_t i = 0; i < map->n; i += 2)
        if (strcmp(map->item[i]->text, key) == 0) return map->item[i + 1];
    return NULL;
}

bool tree_is_nothing(const node *v)
{
    return v->kind == NODE_TEXT && v->plain &&
           (v->text[0] == '\0' || strcmp(v->text, "null") == 0 || strcmp(v->text, "~") == 0);
}
