/* SPDX-License-Identifier: MIT
 *
 * The schemes there are. */
#include "scheme/scheme.h"
#include "util/table.h"

static const nes_scheme *const table[] = {
    &nes_scheme_comma,
    &nes_scheme_elitist,
};

NES_TABLE(nes_scheme, nes_scheme, table)
