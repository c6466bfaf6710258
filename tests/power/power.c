/* SPDX-License-Identifier: MIT
 *
 * What a disk may hold after the power has gone.
 *
 *     power TRACE begin FOLDER    begins a trace with the files that are in the folder
 *     power TRACE mark TEXT       adds a mark
 *     power TRACE count           how many records the trace has
 *     power TRACE marks           the marks, each behind the number of records before it
 *     power TRACE pending         how many writes to files that are there have not been synced
 *     power TRACE cut N SEED TO   writes to the empty folder TO what may be there when the power
 * goes after N records
 *
 * What was synced is there. Of what was written since, by SEED: nothing; everything; some of the
 * writes, so that later ones may be there without earlier ones; or some of their sectors. Names
 * come and go in their order: after a sync of the folder any number of the changes since has
 * happened. */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace.h"

enum { MOST_FILES = 512, MOST_NAMES = 64, SECTOR = 512, MODES = 4 };

static void fail(const char *what)
{
    fprintf(stderr, "power: %s\n", what);
    exit(2);
}

static void *room(void *old, size_t n)
{
    void *p = realloc(old, n > 0 ? n : 1);
    if (p == NULL) fail("no memory");
    return p;
}

static uint64_t state;

static uint64_t below(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

/* ---- the trace ------------------------------------------------------------------------------ */

typedef struct record {
    trace_head head;
    const unsigned char *bytes;
} record;

typedef struct trace {
    record *r;
    size_t n;
} trace;

static unsigned char *read_file(const char *path, size_t *n)
{
    struct stat info;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &info) != 0) fail(path);
    unsigned char *all = room(NULL, (size_t)info.st_size);
    *n = 0;
    for (ssize_t got = 1; got > 0; *n += (size_t)got) {
        got = read(fd, all + *n, (size_t)info.st_size - *n);
        if (got < 0) fail(path);
    }
    close(fd);
    return all;
}

static trace read_trace(const char *path)
{
    size_t size;
    trace t = {NULL, 0};
    const unsigned char *all = read_file(path, &size);
    for (size_t at = 0; at < size; t.n++) {
        t.r = room(t.r, (t.n + 1) * sizeof *t.r);
        record *r = &t.r[t.n];
        memcpy(&r->head, all + at, sizeof r->head);
        r->bytes = all + at + sizeof r->head;
        at += sizeof r->head + r->head.n;
    }
    return t;
}

static void add_record(const char *path, const trace_head *head, const unsigned char *bytes)
{
    const int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    if (fd < 0 || write(fd, head, sizeof *head) != (ssize_t)sizeof *head) fail(path);
    if (bytes != NULL && write(fd, bytes, head->n) != (ssize_t)head->n) fail(path);
    close(fd);
}

static void add_mark(const char *path, const char *text)
{
    trace_head head = {.kind = TRACE_MARK};
    snprintf(head.name, sizeof head.name, "%s", text);
    add_record(path, &head, NULL);
}

/* ---- the disk ------------------------------------------------------------------------------- */

/* A file as it is on the disk, and the records since its last sync. */
typedef struct file {
    uint64_t inode;
    unsigned char *bytes;
    size_t n;
    const record **pending;
    size_t npending;
} file;

typedef struct name {
    char text[TRACE_NAME];
    file *f; /* null: there is no such file */
} name;

typedef struct disk {
    file files[MOST_FILES];
    size_t nfiles;
    name names[MOST_NAMES];
    size_t nnames;
    const record **pending; /* changes of names since the last sync of the folder */
    file **created;         /* the files of those that create one */
    size_t npending;
} disk;

/* The newest file of that inode, which may have belonged to one that is gone. */
static file *find_file(disk *d, uint64_t inode)
{
    for (size_t i = d->nfiles; i-- > 0;)
        if (d->files[i].inode == inode) return &d->files[i];
    fail("a file that nobody has made");
    return NULL;
}

static file *add_file(disk *d, uint64_t inode)
{
    if (d->nfiles == MOST_FILES) fail("too many files");
    d->files[d->nfiles] = (file){.inode = inode};
    return &d->files[d->nfiles++];
}

static name *find_name(disk *d, const char *text)
{
    for (size_t i = 0; i < d->nnames; i++)
        if (strcmp(d->names[i].text, text) == 0) return &d->names[i];
    if (d->nnames == MOST_NAMES) fail("too many names");
    name *made = &d->names[d->nnames++];
    *made = (name){.f = NULL};
    snprintf(made->text, sizeof made->text, "%s", text);
    return made;
}

static void set_length(file *f, size_t n)
{
    f->bytes = room(f->bytes, n);
    if (n > f->n) memset(f->bytes + f->n, 0, n - f->n);
    f->n = n;
}

static void put(file *f, size_t at, const unsigned char *bytes, size_t n)
{
    if (at + n > f->n) set_length(f, at + n);
    memcpy(f->bytes + at, bytes, n);
}

static void apply(file *f, const record *r, bool torn)
{
    const size_t at = (size_t)r->head.at, n = (size_t)r->head.n;
    if (r->head.kind == TRACE_TRUNCATE) {
        set_length(f, at);
        return;
    }
    for (size_t lo = 0, hi; lo < n; lo = hi) {
        hi = lo + SECTOR - (at + lo) % SECTOR;
        if (hi > n) hi = n;
        if (!torn || below(2) == 0) put(f, at + lo, r->bytes + lo, hi - lo);
    }
}

static void sync_file(file *f)
{
    for (size_t i = 0; i < f->npending; i++) apply(f, f->pending[i], false);
    f->npending = 0;
}

/* The first n changes of names. */
static void sync_names(disk *d, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const record *r = d->pending[i];
        name *one = find_name(d, r->head.name);
        file *was = one->f;
        one->f = d->created[i]; /* null but for those that are created */
        if (r->head.kind == TRACE_RENAME) find_name(d, r->head.other)->f = was;
    }
    d->npending = 0;
}

static void add_change(disk *d, const record *r, file *created)
{
    d->pending = room(d->pending, (d->npending + 1) * sizeof *d->pending);
    d->created = room(d->created, (d->npending + 1) * sizeof *d->created);
    d->created[d->npending] = created;
    d->pending[d->npending++] = r;
}

static void take(disk *d, const record *r)
{
    file *f = NULL;
    switch (r->head.kind) {
    case TRACE_CREATE:
        add_change(d, r, add_file(d, r->head.file));
        break;
    case TRACE_RENAME:
    case TRACE_REMOVE:
        add_change(d, r, NULL);
        break;
    case TRACE_WRITE:
    case TRACE_TRUNCATE:
        f = find_file(d, r->head.file);
        f->pending = room(f->pending, (f->npending + 1) * sizeof *f->pending);
        f->pending[f->npending++] = r;
        break;
    case TRACE_SYNC:
        sync_file(find_file(d, r->head.file));
        break;
    case TRACE_SYNC_FOLDER:
        sync_names(d, d->npending);
        break;
    }
}

/* What happens to be on the disk beyond what was synced. */
static void lose_power(disk *d, unsigned mode)
{
    sync_names(d, mode == 0 ? 0 : mode == 1 ? d->npending : (size_t)below(d->npending + 1));
    for (size_t i = 0; i < d->nfiles; i++) {
        file *f = &d->files[i];
        for (size_t k = 0; k < f->npending; k++)
            if (mode == 1 || mode == 3 || (mode == 2 && below(2) == 0))
                apply(f, f->pending[k], mode == 3);
    }
}

/* ---- folders -------------------------------------------------------------------------------- */

/* Adds the files that are there, as if they had been written and synced. */
static void add_folder(const char *to, const char *path)
{
    char whole[4096];
    struct stat info;
    DIR *folder = opendir(path);
    for (const struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
        snprintf(whole, sizeof whole, "%s/%s", path, e->d_name);
        if (lstat(whole, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        if (strstr(e->d_name, "-shm") != NULL) continue;
        size_t n;
        unsigned char *bytes = read_file(whole, &n);
        trace_head head = {.kind = TRACE_CREATE, .file = info.st_ino};
        snprintf(head.name, sizeof head.name, "%.*s", TRACE_NAME - 1, e->d_name);
        add_record(to, &head, NULL);
        add_record(to, &(trace_head){.kind = TRACE_WRITE, .file = info.st_ino, .n = n}, bytes);
        add_record(to, &(trace_head){.kind = TRACE_SYNC, .file = info.st_ino}, NULL);
        free(bytes);
    }
    if (folder != NULL) closedir(folder);
    add_record(to, &(trace_head){.kind = TRACE_SYNC_FOLDER}, NULL);
}

static void write_folder(const disk *d, const char *path)
{
    char whole[4096];
    for (size_t i = 0; i < d->nnames; i++) {
        const file *f = d->names[i].f;
        if (f == NULL) continue;
        snprintf(whole, sizeof whole, "%s/%s", path, d->names[i].text);
        FILE *to = fopen(whole, "w");
        if (to == NULL || fwrite(f->bytes, 1, f->n, to) != f->n || fclose(to) != 0) fail(whole);
    }
}

static void print_marks(const trace *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->r[i].head.kind == TRACE_MARK) printf("%zu %s\n", i, t->r[i].head.name);
}

static size_t pending(const trace *t)
{
    static disk d;
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++) take(&d, &t->r[i]);
    sync_names(&d, d.npending);
    for (size_t i = 0; i < d.nnames; i++) n += d.names[i].f != NULL ? d.names[i].f->npending : 0;
    return n;
}

static void cut(const trace *t, uint64_t seed, const char *to)
{
    static disk d;
    state = seed;
    for (size_t i = 0; i < t->n; i++) take(&d, &t->r[i]);
    lose_power(&d, (unsigned)(seed % MODES));
    write_folder(&d, to);
}

int main(int argc, char **argv)
{
    static const char usage[] =
        "TRACE begin FOLDER | mark TEXT | count | marks | pending | cut N SEED FOLDER";
    const char *word = argc > 2 ? argv[2] : "", *path = argc > 1 ? argv[1] : "";
    if (strcmp(word, "begin") == 0 && argc == 4) {
        add_folder(path, argv[3]);
        return 0;
    }
    if (strcmp(word, "mark") == 0 && argc == 4) {
        add_mark(path, argv[3]);
        return 0;
    }
    trace t = read_trace(path);
    if (strcmp(word, "count") == 0) {
        printf("%zu\n", t.n);
    } else if (strcmp(word, "marks") == 0) {
        print_marks(&t);
    } else if (strcmp(word, "pending") == 0) {
        printf("%zu\n", pending(&t));
    } else if (strcmp(word, "cut") == 0 && argc == 6 && (size_t)atol(argv[3]) <= t.n) {
        t.n = (size_t)atol(argv[3]);
        cut(&t, strtoull(argv[4], NULL, 10), argv[5]);
    } else {
        fail(usage);
    }
    return 0;
}
