/* SPDX-License-Identifier: MIT
 *
 * Independent samples: every row is a sample of its own. */
#include "sampling/samplings.h"

const nes_sampling nes_sampling_iid = {
    .name = "iid",
    .doc = "independent samples",
    .multiple = 1,
};
