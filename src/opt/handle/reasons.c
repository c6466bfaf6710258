/* SPDX-License-Identifier: MIT
 *
 * Names and texts of fates, of the reasons to stop and of the degrees of trust, from their lists.
 */
#include "nes/nes.h"

#define CASE_NAME(name, value, word, text)                                                         \
    case name:                                                                                     \
        return word;
#define CASE_TEXT(name, value, word, text)                                                         \
    case name:                                                                                     \
        return text;

const char *nes_fate_name(nes_fate fate)
{
#define CASE_WORD(name, value, word) CASE_NAME(name, value, word, word)
    switch (fate) {
        NES_FATE_LIST(CASE_WORD)
    case NES_FATE_END_:
        break;
    }
    return NULL;
}

const char *nes_stop_name(nes_stop reason)
{
    switch (reason) {
        NES_STOP_LIST(CASE_NAME)
    case NES_STOP_END_:
        break;
    }
    return "unknown";
}

const char *nes_stop_text(nes_stop reason)
{
    switch (reason) {
        NES_STOP_LIST(CASE_TEXT)
    case NES_STOP_END_:
        break;
    }
    return "unknown reason";
}

const char *nes_trust_name(nes_trust trust)
{
    switch (trust) {
        NES_TRUST_LIST(CASE_NAME)
    case NES_TRUST_END_:
        break;
    }
    return "unknown";
}

const char *nes_trust_text(nes_trust trust)
{
    switch (trust) {
        NES_TRUST_LIST(CASE_TEXT)
    case NES_TRUST_END_:
        break;
    }
    return "unknown trust";
}
