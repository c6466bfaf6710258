/* SPDX-License-Identifier: MIT
 *
 * What programs and workers write: the value of an output by every rule, and a line of a worker. */
#include <stdlib.h>
#include <string.h>

#include "evaluate/worker_lines.h"
#include "support/fuzz.h"

static value_rule *rules[5];

/* The patterns and paths are the user's own; the text comes from elsewhere. */
static void open_rules(void)
{
    static const char *const paths[] = {"f", "result.loss", "runs[1].f"};
    if (rules[0] != NULL) return;
    value_open(&rules[0], NULL, NULL, "printed");
    for (size_t i = 0; i < 3; i++) value_open(&rules[1 + i], paths[i], NULL, "printed");
    value_open(&rules[4], NULL, "loss *= *([-+.0-9e]+)", "wrote");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    value_reading reading;
    if (size == 0) return 0;
    open_rules();
    const size_t which = data[0] % 8;
    char *text = fuzz_text(data + 1, size - 1);
    if (which < 5) {
        value_read(rules[which], text, size - 1, &reading);
    } else {
        double value[1];
        const worker_lines l = {rules[0], rules[which - 4], NULL};
        const worker_answer kind = worker_lines_read(&l, 7, text, size - 1, value, &reading);
        if (kind == WORKER_FAILED && reading.why[0] == '\0') fuzz_defect("a failure without why");
    }
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "1.5",
        "start\n\n-2.5e-3 \n\n",
        "nan",
        "  -inf\r\n",
        "FAILED: out of memory",
        "failed",
        "0x1p-3",
        " -.15D+02",
        "{\"f\": 2.25, \"id\": 7}",
        "{\"id\":8,\"f\":1}",
        "{\"error\":\"no licence\"}",
        "log\n{\"result\": {\"loss\": NaN, \"x\": [1,{}]}}\nend",
        "{\"runs\":[{\"f\":1},{\"f\":-Infinity}]}\n",
        "loss = 1e-4\nloss= 3",
        "{\"f\": \"failed\", \"a\": \"\\u00e9\\ud83d\\ude00\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint8_t which = 0; which < 8; which++) fuzz_seed_text(to, which, texts[i]);
}
