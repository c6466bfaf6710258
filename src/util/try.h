/* SPDX-License-Identifier: MIT
 *
 * NES_TRY(call) returns from the calling function with the status of call if that is an error. */
#pragma once

#include "nes/status.h"

#define NES_TRY(call)                                                                              \
    do {                                                                                           \
        const nes_status nes_try_status = (call);                                                  \
        if (nes_try_status != NES_OK) return nes_try_status;                                       \
    } while (0)
