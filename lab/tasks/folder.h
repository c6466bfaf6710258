/* SPDX-License-Identifier: MIT
 *
 * A folder in which a table of tasks is done. The program may be killed at any moment: finished
 * tasks are never lost. While the work goes on there are
 *
 *     WORD.json    its settings, written first: what the folder is recognised by
 *     .runs/       one file per finished task, written whole and with a checksum; the lock; and
 *                  whatever is being written, until it is renamed into place
 *
 * and files that follow from the tasks and can be made again. Tasks are the only state: what is
 * missing or damaged there is done again. At the end .runs is renamed to .finished, which is the
 * moment the folder becomes complete, and removed.
 *
 * Both are reached by descriptors and never through a link. Only files with names of our own are
 * removed; .runs with anything else in it is refused, and what else is in .finished stays. */
#ifndef TASK_FOLDER_H
#define TASK_FOLDER_H

#include <stdbool.h>

#include "base/buffer.h"
#include "tasks/identity.h"

typedef struct task_folder {
    const char *path;        /* borrowed */
    const task_identity *id; /* borrowed */
    int at, runs, lock;      /* descriptors of the folder, of .runs and of the lock; -1: none */
    bool complete;           /* nothing is left to do */
    bool began;              /* the folder was there and is continued */
} task_folder;

#define TASK_FOLDER_CLOSED ((task_folder){.at = -1, .runs = -1, .lock = -1})

/* Opens or makes a folder. Refused, with nothing changed: a folder that is something else or
 * belongs to other settings, one that cannot be written, one that another process is at work in.
 * Returns 0, or the exit status with the error printed. task_folder_close() in either case. */
int task_folder_open(task_folder *f, const char *path, const task_identity *id);
void task_folder_close(task_folder *f);

/* Puts a file in place, by its name relative to the folder; durably. One that has these bytes
 * already is left alone. Returns 0, or the exit status with the error printed. */
int task_folder_put(const task_folder *f, const char *name, const buffer *content);

/* Keeps the result of a task. It is not on the disk at once: a power cut may cost some of the last
 * ones. */
int task_folder_keep(const task_folder *f, const char *task, const buffer *content);

/* Whether the result of the task is there, and undamaged; then content has it, buffer_free() when
 * done. */
bool task_folder_get(const task_folder *f, const char *task, buffer *content);

/* Everything is in place: removes the tasks. */
int task_folder_finish(task_folder *f);

/* Writes a file that follows from the results of a folder that is complete. Returns 0, or the exit
 * status with the error printed. */
int task_folder_write(const char *folder, const char *name, const buffer *content);

#endif
