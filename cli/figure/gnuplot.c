/* SPDX-License-Identifier: MIT
 *
 * Running gnuplot. It reads the script from its standard input and writes the picture to its
 * standard output, a pipe, since it does not say when a disk is full. So no file name ever reaches
 * it, and no name can be taken for a command. When it has ended well and the picture has its end,
 * both pictures are written beside their places and get their names. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "figure/script.h"

extern char **environ;

enum { PATH_SIZE = 4096, CHUNK = 1 << 16, FORMATS = 2 };

typedef struct format {
    const char *ending, *end; /* of the name; what a whole picture ends with, but for newlines */
    const char *terminal;     /* sets it for sizes w and h, and what differs between them */
} format;

static const format formats[FORMATS] = {
    {".png", "IEND\xae\x42\x60\x82",
     "mark = 1\nlarge = ',16'\n"
     "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
     "  set terminal pngcairo size w,h enhanced font 'Noto Sans,11'\n"
     "} else {\n"
     "  set terminal png size w,h enhanced\n"
     "}\n"},
    {".svg", "</svg>",
     "mark = 0.7\nlarge = ',20'\n"
     "set terminal svg size w,h enhanced font 'Noto Sans,DejaVu Sans,sans-serif,14' "
     "background 'white'\n"},
};

/* A picture to be drawn. */
typedef struct picture {
    const char *option;   /* the option that asked for it, such as "--plot"; null: none */
    const char *basename; /* its files without their endings */
    const figure *figure;
} picture;

/* Errors begin with what the picture is. */
static const char *subject(const picture *p)
{
    return p->option == NULL ? "figure" : p->option;
}

static int check_place(const picture *p, const char *ending)
{
    char path[PATH_SIZE];
    struct stat info;
    snprintf(path, sizeof path, "%s%s", p->basename, ending);
    if (stat(path, &info) != 0) return 0;
    if (S_ISREG(info.st_mode) && access(path, W_OK) == 0) return 0;
    return text_error(EXIT_FILES, "%s %s: %s exists and cannot be replaced; choose another name",
                      subject(p), p->basename, path);
}

static int check_folder(const picture *p)
{
    char folder[PATH_SIZE];
    struct stat info;
    const char *basename = p->basename;
    const char *slash = strrchr(basename, '/');
    const char *file = slash == NULL ? basename : slash + 1;
    if (*file == '\0' || strlen(basename) > PATH_SIZE - 64)
        return text_error(EXIT_FILES, "%s %s: not a file name; give one such as plots/run1",
                          subject(p), basename);
    snprintf(folder, sizeof folder, "%.*s",
             slash == NULL       ? 1
             : slash == basename ? 1
                                 : (int)(slash - basename),
             slash == NULL ? "." : basename);
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode))
        return text_error(EXIT_FILES, "%s %s: there is no folder %s; make it first", subject(p),
                          basename, folder);
    if (access(folder, W_OK | X_OK) != 0)
        return text_error(EXIT_FILES, "%s %s: the folder %s cannot be written: %s", subject(p),
                          basename, folder, strerror(errno));
    return 0;
}

/* Whether the folders of PATH have such a program; an empty name is the folder we are in. */
static bool is_in_path(const char *program)
{
    const char *folder = getenv("PATH");
    if (folder == NULL) folder = "/bin:/usr/bin"; /* where the system would look then */
    for (;;) {
        char path[PATH_SIZE];
        struct stat info;
        const size_t n = strcspn(folder, ":");
        if (n < PATH_SIZE / 2) {
            snprintf(path, sizeof path, "%.*s/%s", n == 0 ? 1 : (int)n, n == 0 ? "." : folder,
                     program);
            if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0)
                return true;
        }
        if (folder[n] == '\0') return false;
        folder += n + 1;
    }
}

static int no_gnuplot(const picture *p)
{
    return text_error(EXIT_FILES,
                      "%s %s: there is no program gnuplot in PATH; install it, on Debian by `apt "
                      "install gnuplot-nox`%s%s%s",
                      subject(p), p->basename, p->option == NULL ? "" : ", or leave ",
                      p->option == NULL ? "" : p->option, p->option == NULL ? "" : " out");
}

int figure_check(const char *option, const char *basename)
{
    const picture p = {.option = option, .basename = basename};
    int status = check_folder(&p);
    for (size_t i = 0; i < FORMATS && status == 0; i++) status = check_place(&p, formats[i].ending);
    if (status != 0) return status;
    return is_in_path("gnuplot") ? 0 : no_gnuplot(&p);
}

/* The script as a file that has no name any more, at its beginning; null with errno set. */
static FILE *write_script(const picture *p, const format *f)
{
    char *path;
    const int fd = file_open_beside(p->basename, &path);
    if (fd < 0) return NULL;
    unlink(path);
    free(path);
    FILE *out = fdopen(fd, "w+");
    if (out == NULL) {
        close(fd);
        return NULL;
    }
    const layout l = layout_of(p->figure);
    fprintf(out, "w = %d\nh = %d\n%s", l.width, l.height, f->terminal);
    figure_script(out, p->figure);
    errno = 0;
    if (fflush(out) == 0 && !ferror(out) && lseek(fd, 0, SEEK_SET) == 0) return out;
    const int error = errno != 0 ? errno : EIO; /* an earlier write has failed for its own reason */
    fclose(out);
    errno = error;
    return NULL;
}

/* The environment with the locale of the scripts, which are UTF-8; with others gnuplot complains.
 */
static char **environment(char *locale)
{
    size_t n = 0, kept = 0;
    while (environ[n] != NULL) n++;
    char **all = memory_zeros(n + 2, sizeof *all);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "LC_ALL=", 7) != 0) all[kept++] = environ[i];
    all[kept] = locale;
    return all;
}

/* Starts gnuplot between a script and a pipe. Returns 0 or errno. */
static int start(int script, int out, pid_t *pid)
{
    /* -d: the figures are the same whatever the user's own settings of gnuplot are. */
    char *const command[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"}, NULL};
    char **all = environment((char[]){"LC_ALL=C.UTF-8"});
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    const int error = posix_spawnp(pid, command[0], &actions, NULL, command, all);
    posix_spawn_file_actions_destroy(&actions);
    free(all);
    return error;
}

/* All that comes out of a pipe. Returns 0 or errno. */
static int read_pipe(int in, buffer *content)
{
    char chunk[CHUNK];
    ssize_t n;
    do {
        n = read(in, chunk, sizeof chunk);
        if (n > 0) buffer_add(content, chunk, (size_t)n);
    } while (n > 0 || (n < 0 && errno == EINTR));
    return n < 0 ? errno : 0;
}

/* Runs gnuplot. Returns 0; errno where it could not be started or read; -1 where it was not
 * content. */
static int run(int script, buffer *content)
{
    pid_t pid, ended;
    int state = 0, ends[2];
    if (pipe(ends) != 0) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int error = start(script, ends[1], &pid);
    close(ends[1]);
    const bool started = error == 0;
    if (started) error = read_pipe(ends[0], content);
    close(ends[0]);
    if (!started) return error;
    do ended = waitpid(pid, &state, 0);
    while (ended < 0 && errno == EINTR);
    if (error != 0) return error;
    return ended == pid && WIFEXITED(state) && WEXITSTATUS(state) == 0 ? 0 : -1;
}

/* Whether a picture has its end. */
static bool is_whole(const buffer *content, const char *end)
{
    size_t n = content->n;
    const size_t length = strlen(end);
    while (n > 0 && content->text[n - 1] == '\n') n--;
    return n >= length && memcmp(content->text + n - length, end, length) == 0;
}

static int unwritable(const picture *p, int error)
{
    return text_error(EXIT_FILES, "%s %s: the pictures cannot be written: %s", subject(p),
                      p->basename, strerror(error));
}

/* Draws one picture. */
static int draw(const picture *p, const format *f, buffer *content)
{
    FILE *script = write_script(p, f);
    if (script == NULL) return unwritable(p, errno);
    int status = run(fileno(script), content);
    fclose(script);
    if (status == 0 && !is_whole(content, f->end)) status = -1;
    if (status == 0) return 0;
    if (status == ENOENT) return no_gnuplot(p);
    if (status > 0)
        return text_error(EXIT_FILES, "%s %s: gnuplot cannot be run: %s", subject(p), p->basename,
                          strerror(status));
    return text_error(EXIT_FILES,
                      "%s %s: gnuplot could not draw the pictures; its message, if any, stands "
                      "above",
                      subject(p), p->basename);
}

/* Draws one picture into a new file beside its place. */
static int draft(const picture *p, const format *f, char **name)
{
    buffer content = {.text = NULL};
    const int status = draw(p, f, &content);
    const int error = status == 0 ? file_draft(p->basename, content.text, content.n, name) : 0;
    buffer_free(&content);
    return error != 0 ? unwritable(p, error) : status;
}

static int keep(const picture *p, const format *f, const char *path)
{
    char to[PATH_SIZE];
    snprintf(to, sizeof to, "%s%s", p->basename, f->ending);
    if (rename(path, to) == 0) return 0;
    return text_error(EXIT_FILES, "%s %s: %s cannot be replaced: %s", subject(p), p->basename, to,
                      strerror(errno));
}

int figure_draw_for(const figure *f, const char *option, const char *basename)
{
    const picture p = {option, basename, f};
    char *drafts[FORMATS] = {NULL};
    int status = check_folder(&p);
    for (size_t i = 0; i < FORMATS && status == 0; i++) status = draft(&p, &formats[i], &drafts[i]);
    for (size_t i = 0; i < FORMATS && status == 0; i++) status = keep(&p, &formats[i], drafts[i]);
    for (size_t i = 0; i < FORMATS; i++) {
        if (status != 0 && drafts[i] != NULL) unlink(drafts[i]);
        free(drafts[i]);
    }
    return status;
}

int figure_draw(const figure *f, const char *basename)
{
    return figure_draw_for(f, NULL, basename);
}
