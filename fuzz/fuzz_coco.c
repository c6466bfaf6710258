/* SPDX-License-Identifier: MIT
 *
 * Result folders of other people: an .info file, its .dat and its .tdat, which are the parts of the
 * input between bytes of zero. */
#include <string.h>

#include "coco/read.h"
#include "support/file.h"
#include "support/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file files[3];
    static const char *const names[] = {"a.info", "a.dat", "a.tdat"};
    char message[COCO_MESSAGE_SIZE];
    coco_folder folder;
    for (size_t i = 0; i < 3; i++) {
        const uint8_t *end = i < 2 && size > 0 ? memchr(data, 0, size) : NULL;
        const size_t n = end == NULL ? size : (size_t)(end - data);
        fuzz_file_write(&files[i], names[i], data, n);
        data += end == NULL ? n : n + 1;
        size -= end == NULL ? n : n + 1;
    }
    if (coco_read(fuzz_folder(), &folder, message) != 0) {
        if (message[0] == '\0') fuzz_defect("a refusal without a sentence");
        return 0;
    }
    for (size_t i = 0; i < folder.n; i++)
        for (size_t k = 0; k < folder.sets[i].n; k++) coco_hit(&folder.sets[i].runs[k], 1e-8);
    coco_find(&folder, 1, 2);
    coco_folder_free(&folder);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char plain[] =
        "funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'x'\n% comment\n"
        "a.dat, 1:4|1e-9, 2:3|2.5\n\0"
        "% f evaluations\n1 0 4.5 0 0 1 1\n4 0 1e-9 0 0 1 1\n%\n1 0 9 0 0\n3 0 2.5 0 0\n\0"
        "%\n1 0 4.5 4.5\n2 0 4.5 4.5\n4 0 1e-9 0\n%\n3 0 2.5 0\n";
    static const char suite[] =
        "suite = 'bbob', funcId = 101, DIM = 40, data_format = 'bbob-new2', coco_version = '2.6'\n"
        "%\na.dat, 3:12|-1.5e-9\n\0%\n1 0 inf\n7 1 3\n12 0 -1.5e-9";
    static const char two[] =
        "funcId = 1, DIM = 2\n%\na.dat, 1:1|1\nfuncId = 1, DIM = 2\r\n%\r\na.dat, 2:1|1, a.dat, 3\n"
        "\0%\n1 0 1\n";
    fuzz_seed(to, plain, sizeof plain - 1);
    fuzz_seed(to, suite, sizeof suite - 1);
    fuzz_seed(to, two, sizeof two - 1);
}
