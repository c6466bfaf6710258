/* SPDX-License-Identifier: MIT
 *
 * See bench/kept.h. */
#include "bench/kept.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void bench_kept_write(const coco_log *l, buffer *bytes)
{
    buffer_print(bytes, "%" PRIu64 " %.17g %zu %zu\n", l->evaluations, coco_log_precision(l),
                 l->dat.n, l->tdat.n);
    buffer_add(bytes, l->dat.text, l->dat.n);
    buffer_add(bytes, l->tdat.text, l->tdat.n);
}

bool bench_kept_read(bench_kept *k, const buffer *bytes)
{
    const char *text = bytes->text, *end = memchr(text, '\n', bytes->n);
    if (end == NULL || sscanf(text, "%" SCNu64 " %lf %zu %zu", &k->evaluations, &k->precision,
                              &k->n_dat, &k->n_tdat) != 4)
        return false;
    const size_t n = bytes->n - (size_t)(end + 1 - text);
    if (k->n_dat > n || k->n_tdat != n - k->n_dat) return false;
    k->dat = end + 1;
    k->tdat = k->dat + k->n_dat;
    return true;
}
