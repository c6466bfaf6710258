/* SPDX-License-Identifier: MIT
 *
 * A folder in which a table of tasks is done. The program may be killed at any moment: finished
 * tasks are never lost. While the work goes on there are
 *
 *     WORD.json   its settings: what the folder is recognised by
 *     tasks.db    a SQLite database with a row for each finished task. Its lock keeps others away
 *
 * and files that follow from the tasks and can be made again. Tasks are the only state: those that
 * are missing or damaged are done again. When tasks.db is removed, the folder is complete.
 *
 * No link in the folder is followed, and nothing of anybody else is removed. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include <sqlite3.h>

#include "base/buffer.h"
#include "tasks/identity.h"

typedef struct task_folder {
    const char *path;        /* borrowed */
    const task_identity *id; /* borrowed */
    int at;                  /* descriptor of the folder; -1: none */
    bool complete;           /* nothing is left to do */
    bool began;              /* the folder was there and is continued */
    sqlite3 *db;             /* null: not open */
    sqlite3_stmt *keep, *get;
    pthread_mutex_t lock; /* guards the database */
} task_folder;

/* Opens or makes a folder. Refused, with nothing changed: a folder that is something else or
 * belongs to other settings, one that cannot be written, one that another process is at work in.
 * Returns 0, or the exit status with the error printed. task_folder_close() in either case. */
int task_folder_open(task_folder *f, const char *path, const task_identity *id);
void task_folder_close(task_folder *f);

/* Puts a file in place, by its name relative to the folder; durably. One that has these bytes
 * already is left alone. Returns 0, or the exit status with the error printed. */
int task_folder_put(const task_folder *f, const char *name, const buffer *content);

/* Keeps the result of a task, by its number; any thread may call it. A power cut may cost some of
 * the last results. Returns 0, or the exit status with the error printed. */
int task_folder_keep(task_folder *f, size_t task, const buffer *content);

/* Whether the result of the task is there, and undamaged. */
bool task_folder_has(task_folder *f, size_t task);

/* The result of a task that was kept; buffer_free() when done. Returns 0, or the exit status with
 * the error printed. */
int task_folder_get(task_folder *f, size_t task, buffer *content);

/* Completes the folder, in which every file is in place: removes the tasks. */
int task_folder_finish(task_folder *f);

/* Writes a file that follows from the results of a folder that is complete. Returns 0, or the exit
 * status with the error printed. */
int task_folder_write(const char *folder, const char *name, const buffer *content);
