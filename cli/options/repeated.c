/* SPDX-License-Identifier: MIT
 *
 * The options that are given once; see options/repeated.h. */
#include "options/repeated.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *remedy;
} once[] = {
    {"value-pattern", "one pattern finds the value; give alternatives as one, joined by a bar: "
                      "'loss = (.*)|cost = (.*)'"},
    {"value-json", "the value is one field of the JSON; give its path alone"},
    {"value-file", "the value is in one file; give its name alone"},
    {"template", "give all files in one list, separated by commas"},
    {"exit-codes", "give one map, such as 3=worst,4=stop"},
    {"inject", "put all points into one file"},
    {"values", "give all lists in one text, separated by semicolons"},
    {"step", "give all steps in one text, separated by semicolons"},
    {"choices", "give all lists in one text, separated by semicolons"},
    {"unit", "give all units in one text, separated by semicolons"},
    {"names", "give all names in one list, separated by commas"},
    {"methods", "give all methods in one list, separated by commas"},
    {"problems", "give all problems in one list, separated by commas"},
    {"targets", "give all targets in one list, separated by commas"},
    {"expr", "one formula is minimised; put both into it, as in a sum"},
    {"minimise", "one formula is minimised; put both into it, as in a sum"},
    {"constraint", "give all constraints in one list, separated by semicolons"},
    {"c", "one source has the objective; further ones belong to --cc-flags"},
    {"cc-flags", "give all flags as one text, such as '-O3 -lgsl'"},
    {"plugin", "one library has the objective; give its name alone"},
    {"problem", "one problem is minimised; `nes compare --problems` takes several"},
};

bool repeated_is_list(const char *name)
{
    return strcmp(name, "output") == 0;
}

const char *repeated_remedy(const char *name)
{
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (strcmp(once[i].name, name) == 0) return once[i].remedy;
    return NULL;
}
