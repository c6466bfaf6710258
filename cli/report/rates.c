/* SPDX-License-Identifier: MIT
 *
 * Rates by name; see report/rates.h. */
#include "report/rates.h"

#include <math.h>
#include <string.h>

enum { MU, SIGMA, SHAPE, DIAG, ETA_NU, NU };

const char *const rate_names[RATES] = {
    [MU] = "eta_mu",     [SIGMA] = "eta_sigma", [SHAPE] = "eta_shape",
    [DIAG] = "eta_diag", [ETA_NU] = "eta_nu",   [NU] = "nu"};

void rates_read(nes_opt *o, double values[RATES])
{
    for (size_t i = 0; i < RATES; i++)
        if (nes_get_real(o, rate_names[i], &values[i]) != NES_OK) values[i] = NAN;
}

/* With "snr" the rates of shape and nu go along with that of the scale. */
bool rates_are_adapted(const nes_settings *s, size_t i)
{
    const bool follows_noise = strcmp(s->rates, "snr") == 0;
    if (i == MU) return follows_noise;
    if (i == SIGMA) return follows_noise || strcmp(s->adaptation, "none") != 0;
    return i == NU && s->adapt_nu;
}
