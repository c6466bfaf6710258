/* SPDX-License-Identifier: MIT
 *
 * What the results in a folder depend on: settings by name and text, kept as JSON. A folder is
 * recognised by them, so that work is never continued with other settings. */
#ifndef TASK_IDENTITY_H
#define TASK_IDENTITY_H

#include "base/buffer.h"
#include "base/json_values.h"

typedef void (*task_visit)(const char *name, const char *text, void *data);

typedef struct task_identity {
    const char *word;    /* of the command: "bench" for `nes bench` */
    const char *noun;    /* what its work is called, if not by that word; or null */
    const char *subject; /* the setting that the command takes without a name: "suite" */
    const void *plan;    /* passed to each */

    /* Calls visit with every setting that the results depend on. */
    void (*each)(const void *plan, task_visit visit, void *data);
} task_identity;

/* The noun, or else the word. */
const char *task_identity_noun(const task_identity *id);

/* Adds the settings to an object. Whether there was memory. */
int task_identity_add(const task_identity *id, cJSON *object);

/* Appends the settings as JSON, with the format and the version of nes; nothing of the time or the
 * machine. */
void task_identity_write(const task_identity *id, buffer *json);

/* Whether the file at path, in folder, holds these settings. Returns 0, or the exit status with the
 * error printed, which names the first setting that differs. */
int task_identity_check(const task_identity *id, const char *folder, const char *path);

#endif
