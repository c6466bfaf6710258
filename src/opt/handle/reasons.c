/* SPDX-License-Identifier: MIT
 *
 * Names and texts of statuses, fates, reasons to stop and degrees of trust, from their lists. */
#include "nes/nes.h"

#define CASE_NAME(name, value, word, text)                                                         \
    case name:                                                                                     \
        return word;
#define CASE_TEXT(name, value, word, text)                                                         \
    case name:                                                                                     \
        return text;
#define CASE_WORD(name, value, word) CASE_NAME(name, value, word, word)

/* Defines a function from a number to its word; end: the name behind the last one. */
#define DEFINE(function, type, LIST, CASE, end, otherwise)                                         \
    const char *function(type which)                                                               \
    {                                                                                              \
        switch (which) {                                                                           \
            LIST(CASE)                                                                             \
        case end:                                                                                  \
            break;                                                                                 \
        }                                                                                          \
        return otherwise;                                                                          \
    }

DEFINE(nes_strerror, nes_status, NES_STATUS_LIST, CASE_WORD, NES_STATUS_END_, "unknown status")
DEFINE(nes_fate_name, nes_fate, NES_FATE_LIST, CASE_WORD, NES_FATE_END_, NULL)
DEFINE(nes_stop_name, nes_stop, NES_STOP_LIST, CASE_NAME, NES_STOP_END_, "unknown")
DEFINE(nes_stop_text, nes_stop, NES_STOP_LIST, CASE_TEXT, NES_STOP_END_, "unknown reason")
DEFINE(nes_trust_name, nes_trust, NES_TRUST_LIST, CASE_NAME, NES_TRUST_END_, "unknown")
DEFINE(nes_trust_text, nes_trust, NES_TRUST_LIST, CASE_TEXT, NES_TRUST_END_, "unknown trust")
