/* SPDX-License-Identifier: MIT
 *
 * Laws of distances of a user's kind, for tests. */
#ifndef NES_TEST_LAWS_H
#define NES_TEST_LAWS_H

#include "nes/density.h"

const nes_radial *law_normal(void);
const nes_radial *law_student(void); /* tau = ln nu, from ln 2.5; nu stays in [0.2, 200] */
nes_radial law_fixed(double *nu);    /* Student's law with that nu, no parameter */
nes_radial law_power(double *b);     /* ln q = -(r^2)^b/2, of any b > 0; draws normal distances */

#endif
