/* SPDX-License-Identifier: MIT
 *
 * What libyaml finds wrong with a text, in plain words. */
#pragma once

#include <yaml.h>

#include "problem_file/tree.h"

/* Writes the sentence and the place of the parser's error to *e. text: the n bytes that the parser
 * reads. */
void syntax_explain(const yaml_parser_t *parser, const char *text, size_t n, tree_error *e);
