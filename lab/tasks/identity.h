/* SPDX-License-Identifier: MIT
 *
 * What the results in a folder depend on: settings by name and text, kept as JSON. A folder is
 * recognised by them, so that work is never continued with other settings. */
#pragma once

#include "base/buffer.h"
#include "base/json_values.h"
#include "setup/run_setup.h"

/* Adds a setting to an object; nothing where the text is null or the number NaN. */
void task_settings_add(cJSON *s, const char *name, const char *text);
void task_settings_add_real(cJSON *s, const char *name, double v);

/* Adds start, noise and lists of a command line as they were given. */
void task_settings_add_run(cJSON *s, const run_options *o, const char *noise);

/* Adds the library's options that are not at their defaults, unless they are there already. */
void task_settings_add_changed(cJSON *s, const nes_settings *of);

typedef struct task_identity {
    const char *word;    /* of the command: "bench" for `nes bench` */
    const char *noun;    /* what its work is called, if not by that word; or null */
    const char *subject; /* the setting that the command takes without a name: "suite" */
    const void *plan;
    /* Adds all settings that the results depend on. */
    void (*add)(const void *plan, cJSON *s);
} task_identity;

/* The noun, or else the word. */
const char *task_identity_noun(const task_identity *id);

/* Appends the settings as JSON, with the format and the version of nes; nothing of the time or the
 * machine. */
void task_identity_write(const task_identity *id, buffer *json);

/* Whether the file at path, in folder, holds these settings. Returns 0, or the exit status with the
 * error printed, which names the first setting that differs. */
int task_identity_check(const task_identity *id, const char *folder, const char *path);
