/* SPDX-License-Identifier: MIT
 *
 * What is special about a variable, by the settings in force. */
#ifndef REPORT_KINDS_H
#define REPORT_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "nes/settings.h"

bool kind_is_log(const nes_settings *s, size_t i);
bool kind_is_integer(const nes_settings *s, size_t i);
bool kind_is_fixed(const nes_settings *s, size_t i);
bool kind_is_bounded(const nes_settings *s, size_t i); /* bounded on both sides, and not fixed */

#endif
