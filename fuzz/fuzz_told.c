/* SPDX-License-Identifier: MIT
 *
 * Values and points by hand: the lines that `nes tell` reads, and a file of `--inject`. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/known.h"
#include "session/told.h"
#include "support/file.h"
#include "support/fuzz.h"

static char names[][VARIABLES_NAME_SIZE] = {"width", "depth"};
static const variables plain = {.n = 3}, named = {.n = 2, .name = names};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file file;
    if (size == 0) return 0;
    fuzz_quiet();
    const variables *v = data[0] & 1 ? &named : &plain;
    fuzz_file_write(&file, "input.txt", data + 1, size - 1);
    if (data[0] & 2) {
        static const double start[] = {1, 2, 3};
        known k;
        known_read(&k, file.path, v, data[0] & 4 ? start : NULL);
        known_best(&k, data[0] & 8);
        known_close(&k);
    } else {
        told_list l;
        lseek(file.descriptor, 0, SEEK_SET);
        if (told_read(&l, file.descriptor) == 0) told_check_names(&l, v);
        told_close(&l);
    }
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "17 0.25\n18 failed no licence\n# comment\n\n281474976710656,nan\n",
        "id,width,depth,f\n1,0.5,2,3.5\n2,0.25,1e-3,failed: why\n",
        "id;f\n1;-inf\n",
        "{\"id\": 17, \"f\": 0.25}\n{\"id\": 18446744073709551615, \"f\": \"failed\"}\n",
        "1 2 3\n4,5,6\n",
        "depth width note\n1 2 x\n3 4 y\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t which = 0; which < 4; which++) fuzz_seed_text(to, which, texts[i]);
}
