/* SPDX-License-Identifier: MIT
 *
 * Sentences for the errors of libyaml, whose own speak of tokens and contexts; ours say what to
 * change. An error that is not in the table is passed on as it is. */
#include "problem_file/syntax.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static const struct {
    const char *problem; /* how the text of libyaml begins */
    const char *words;
} sentences[] = {
    {"mapping values are not allowed",
     "a colon cannot stand here; a text with ': ' in it needs quotes, and entries of one section "
     "begin in the same column"},
    {"mapping keys are not allowed", "a '?' cannot stand here; a text that begins with ? needs "
                                     "quotes"},
    {"block sequence entries are not allowed",
     "a list with '-' cannot begin here; put it in lines of its own, or write [a, b]"},
    {"could not find expected ':'", "a colon is missing behind this name: write 'name: value'"},
    {"did not find expected key",
     "this is not at the column where the entries of its section begin, or something in front of "
     "it is not complete"},
    {"did not find expected '-' indicator",
     "this is not at the column where the '-' of its list stand"},
    {"did not find expected ',' or ']'",
     "a comma or the closing ] is missing in front of this; text with special characters needs "
     "quotes"},
    {"did not find expected ',' or '}'",
     "a comma or the closing } is missing in front of this; text with special characters needs "
     "quotes"},
    {"did not find expected node content", "a value is missing in front of this"},
    {"did not find expected <document start>",
     "this cannot follow here; a problem file is one map of sections"},
    {"found unexpected end of stream", "a quote is not closed: the file ends inside a text"},
    {"found unexpected document indicator", "a quote is not closed: --- or ... is inside a text"},
    {"found unknown escape character",
     "this \\ means nothing in double quotes; write \\\\, or use single quotes"},
    {"found undefined alias", "this * names no &anchor; text that begins with * needs quotes"},
    {"did not find expected alphabetic or numeric character",
     "* and & begin aliases and anchors; text that begins with them needs quotes"},
    {"found a tab character", "a tab cannot indent; use blanks"},
    {"control characters are not allowed", "a control character; the file must be plain text"},
    {"invalid ", "this is not UTF-8; save the file as UTF-8"},
    {"incomplete ", "this is not UTF-8; save the file as UTF-8"},
    {"unexpected low surrogate", "this is not UTF-8; save the file as UTF-8"},
};

static const char *sentence_for(const char *problem)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strncmp(problem, sentences[i].problem, strlen(sentences[i].problem)) == 0)
            return sentences[i].words;
    return problem;
}

/* Line and column of a byte; columns count characters. */
static void locate(const char *text, size_t at, tree_error *e)
{
    e->line = e->column = 1;
    for (size_t i = 0; i < at; i++)
        if (text[i] == '\n') {
            e->line++;
            e->column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) {
            e->column++;
        }
}

/* The number of the byte at which a character begins; marks of libyaml count characters. */
static size_t byte_of(const char *text, size_t n, size_t character)
{
    size_t at = 0;
    for (; at < n && character > 0; character--) {
        at++;
        while (at < n && ((unsigned char)text[at] & 0xc0) == 0x80) at++;
    }
    return at;
}

/* Whether the user has to look at the begin of what libyaml complains about, because its end is
 * missing. */
static bool is_about_begin(const char *problem)
{
    return strcmp(problem, "found unexpected end of stream") == 0 ||
           strcmp(problem, "could not find expected ':'") == 0;
}

static void mark_place(const yaml_parser_t *parser, const char *text, size_t n, tree_error *e)
{
    const yaml_mark_t *mark =
        is_about_begin(parser->problem) ? &parser->context_mark : &parser->problem_mark;
    if (parser->error == YAML_READER_ERROR) {
        locate(text, parser->problem_offset < n ? parser->problem_offset : n, e);
        return;
    }
    e->line = mark->line + 1;
    e->column = mark->column + 1;
}

void syntax_explain(const yaml_parser_t *parser, const char *text, size_t n, tree_error *e)
{
    if (parser->error == YAML_MEMORY_ERROR || parser->problem == NULL) memory_ran_out();
    mark_place(parser, text, n, e);
    const size_t at = byte_of(text, n, parser->problem_mark.index);
    if (strncmp(parser->problem, "found character that cannot", 27) == 0 && at < n) {
        snprintf(e->text, sizeof e->text,
                 text[at] == '\t' ? "a tab cannot indent; use blanks"
                                  : "text that begins with '%c' needs quotes",
                 text[at]);
        return;
    }
    const int used = snprintf(e->text, sizeof e->text, "%s", sentence_for(parser->problem));
    if (parser->error == YAML_PARSER_ERROR && parser->context != NULL &&
        parser->context_mark.line + 1 != e->line && used > 0 && (size_t)used < sizeof e->text)
        snprintf(e->text + used, sizeof e->text - (size_t)used, " (this part begins in line %zu)",
                 parser->context_mark.line + 1);
}
