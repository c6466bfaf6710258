/* SPDX-License-Identifier: MIT
 *
 * nes serve: a live page over the folders of runs. */
#include <stdlib.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/vector.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "serve/server.h"

enum { PORT = 8642, PORTS = 65535, ROOTS = 64 };

typedef struct serve_options {
    const char *port, *listen;
    bool open, control;
} serve_options;

const args_option command_serve_table[] = {
    {"port", "N", offsetof(serve_options, port),
     "listen at this port, 0 for any that is free; default: 8642, or the next that is free"},
    {"open", NULL, offsetof(serve_options, open), "show the page in a browser"},
    {"listen", "ADDRESS", offsetof(serve_options, listen),
     "also for other machines, at this address of this one, such as 0.0.0.0 for all; the printed "
     "address has a token in it then, without which nothing is answered"},
    {"control", NULL, offsetof(serve_options, control),
     "the page can also stop, pause and steer runs, as `nes ctl` does; with a token, too"},
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes serve [FOLDER...] [options]\n"
    "\n"
    "Shows runs in a browser while they are at work, and afterwards: the folders that\n"
    "are named, and those below them; without any, those below the current folder.\n"
    "It prints the address of the page, and ends with Ctrl-C. Runs are only read, as\n"
    "`nes show` reads them; nothing is loaded from elsewhere, and only this machine\n"
    "is answered unless --listen says otherwise.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  nes serve\n"
    "  nes serve results --open\n"
    "  ssh -L 8642:127.0.0.1:8642 cluster nes serve results\n"
    "\n"
    "`nes report DIR` writes the page of one run as a file that can be sent.";

/* Reads --port. Returns the exit status, with the error printed. */
static int read_port(const char *text, server_options *o)
{
    double port;
    *o = (server_options){.port = PORT, .search = true};
    if (text == NULL) return EXIT_OK;
    if (!vector_is_real(text, &port) || !(port >= 0 && port <= PORTS) ||
        port != (double)(unsigned)port)
        return text_error(EXIT_USAGE, "--port %s is not a port: a whole number from 0 to %d", text,
                          PORTS);
    o->port = (unsigned)port;
    o->search = false;
    return EXIT_OK;
}

int command_serve(int argc, char **argv)
{
    static char here[] = ".";
    char *roots[ROOTS] = {here};
    serve_options options = {.port = NULL};
    server_options server;
    args_syntax syntax = {
        "serve",           help, command_serve_table, &options, .words = (const char **)roots,
        .max_words = ROOTS};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    status = read_port(options.port, &server);
    if (status != EXIT_OK) return status;
    server.address = options.listen;
    server.open = options.open;
    server.control = options.control;
    folders f = {.roots = roots, .n_roots = syntax.n_words > 0 ? syntax.n_words : 1};
    status = folders_check(&f);
    if (status == EXIT_OK) {
        interrupt_watch("the page ends");
        folders_search(&f);
        status = server_run(&f, &server);
    }
    folders_close(&f);
    return status;
}
