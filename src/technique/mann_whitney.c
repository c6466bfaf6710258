/* SPDX-License-Identifier: MIT
 *
 * The weighted Mann-Whitney test, by one merge of two sorted samples. [math: A8] */
#include "nes/mann_whitney.h"

#include <math.h>
#include <stdbool.h>

/* Whether values ascend, none of them is NaN, and weights are positive and finite. */
static bool is_sample(size_t n, const double *s, const double *w)
{
    bool good = !isnan(s[0]);
    for (size_t i = 1; i < n; i++) good = good && s[i] >= s[i - 1];
    for (size_t i = 0; w != NULL && i < n; i++) good = good && w[i] > 0 && w[i] < INFINITY;
    return good;
}

static double weight(const double *w, size_t i)
{
    return w != NULL ? w[i] : 1;
}

/* u counts, for each value of t, the weight of the larger s and half that of the equal ones. */
nes_status nes_mann_whitney(size_t n, const double *s, const double *w, size_t m, const double *t,
                            const double *v, nes_mann_whitney_result *result)
{
    if (s == NULL || t == NULL || result == NULL) return NES_ERR_ARGUMENT;
    if (n == 0 || m == 0) return NES_ERR_COUNT;
    if (!is_sample(n, s, w) || !is_sample(m, t, v)) return NES_ERR_VALUE;
    double total = 0, other = 0, u = 0, below = 0;
    for (size_t i = 0; i < n; i++) total += weight(w, i);
    for (size_t j = 0, i = 0; j < m;) {
        double equal = 0, group = 0;
        const double value = t[j];
        for (; i < n && s[i] < value; i++) below += weight(w, i);
        size_t e = i;
        for (; e < n && s[e] == value; e++) equal += weight(w, e);
        for (; j < m && t[j] == value; j++) group += weight(v, j);
        u += group * (total - below - 0.5 * equal);
        other += group;
    }
    const double mean = 0.5 * total * other, sd = sqrt(total * other * (total + other + 1) / 12);
    *result = (nes_mann_whitney_result){u, mean, sd, 0.5 * erfc(-(u - mean) / sd / sqrt(2))};
    return NES_OK;
}
