/* SPDX-License-Identifier: MIT
 *
 * The index of a result folder: three lines per (function, dimension), the second a comment. */
#include <inttypes.h>

#include "coco/log.h"

/* The version of COCO whose functions and file format these are. */
static const char coco_version[] = "2.6.99";

void coco_info_entry(buffer *info, const coco_entry *e)
{
    if (info->n > 0) buffer_add(info, "\n", 1);
    buffer_print(info,
                 "suite = '%s', funcId = %zu, DIM = %zu, Precision = %.3e, algId = '%s', "
                 "coco_version = '%s', logger = '%s', data_format = 'bbob-new2'\n%%\n",
                 e->suite, e->function, e->dim, e->precision, e->algorithm, coco_version, e->suite);
    coco_data_name(info, e->function, e->dim, "dat");
}

void coco_info_run(buffer *info, size_t instance, uint64_t evaluations, double precision)
{
    buffer_print(info, ", %zu:%" PRIu64 "|%.1e", instance, evaluations, precision);
}

void coco_data_name(buffer *name, size_t function, size_t dim, const char *ending)
{
    buffer_print(name, "data_f%zu/bbobexp_f%zu_DIM%zu.%s", function, function, dim, ending);
}
