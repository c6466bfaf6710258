/* SPDX-License-Identifier: MIT
 *
 * Numbers beyond this count as infinite: values of an objective, points, bounds, rates. The limit
 * is below DBL_MAX, so that differences and small multiples of finite numbers stay finite. */
#ifndef NES_UTIL_LIMITS_H
#define NES_UTIL_LIMITS_H

#define NES_HUGE 1e300

#endif
