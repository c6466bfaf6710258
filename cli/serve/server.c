/* SPDX-License-Identifier: MIT
 *
 * The server, on libmicrohttpd; see serve/server.h. What is answered is in serve/reply.c. */
#include "serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "serve/browser.h"
#include "serve/page_files.h"
#include "serve/reply.h"
#include "serve/visitors.h"

enum { IDLE = 15, REQUEST = 16384, WAIT = 250, TRIES = 20 }; /* seconds, bytes, ms, ports */

typedef struct server {
    struct MHD_Daemon *daemon;
    site site;
    visitors visitors;
    char cookie[24]; /* the name of the cookie with the token */
} server;

/* A request on its way. */
typedef struct arriving {
    char body[REPLY_ORDER + 1];
    size_t n;
    bool too_long;
} arriving;

/* ---- requests -------------------------------------------------------------------------------- */

static enum MHD_Result take_parameter(void *data, enum MHD_ValueKind kind, const char *name,
                                      const char *value)
{
    request *r = data;
    (void)kind;
    if (strcmp(name, "token") == 0)
        r->token = value;
    else if (!asked_set(&r->asked, name, value))
        r->odd = true;
    return MHD_YES;
}

static request read_request(const server *s, struct MHD_Connection *c, const char *method,
                            const char *path)
{
    request r = {.method = method, .path = path};
    r.asked = asked_read(path, page_names, PAGE_FILES);
    r.host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    r.cookie = MHD_lookup_connection_value(c, MHD_COOKIE_KIND, s->cookie);
    r.order = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "X-Nes-Order");
    MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, take_parameter, &r);
    return r;
}

static void add_headers(const server *s, struct MHD_Response *to, const reply *from)
{
    char cookie[128];
    for (size_t i = 0; reply_headers[i] != NULL; i += 2)
        MHD_add_response_header(to, reply_headers[i], reply_headers[i + 1]);
    MHD_add_response_header(to, MHD_HTTP_HEADER_CONTENT_TYPE, from->type);
    if (!from->enters) return;
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", s->cookie,
             s->site.gate.token);
    MHD_add_response_header(to, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    MHD_add_response_header(to, MHD_HTTP_HEADER_LOCATION, "/");
}

/* The text of a reply goes to the server, which frees it once it is sent. */
static enum MHD_Result send_reply(const server *s, struct MHD_Connection *c, const reply *from)
{
    struct MHD_Response *to =
        from->constant != NULL
            ? MHD_create_response_from_buffer(from->n, (void *)from->constant,
                                              MHD_RESPMEM_PERSISTENT)
            : MHD_create_response_from_buffer(from->text.n, from->text.text, MHD_RESPMEM_MUST_FREE);
    if (to == NULL) memory_ran_out();
    add_headers(s, to, from);
    const enum MHD_Result queued = MHD_queue_response(c, from->status, to);
    MHD_destroy_response(to);
    return queued;
}

static void take_body(arriving *a, const char *bytes, size_t n)
{
    if (a->n + n > REPLY_ORDER) {
        a->too_long = true;
        return;
    }
    memcpy(a->body + a->n, bytes, n);
    a->n += n;
}

/* Called at the beginning of a request, with each part of its body, and at its end. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *n, void **mine)
{
    server *s = data;
    arriving *a = *mine;
    (void)version;
    if (a == NULL) {
        *mine = memory_zeros(1, sizeof *a);
        return MHD_YES;
    }
    if (*n > 0) {
        take_body(a, bytes, *n);
        *n = 0;
        return a->too_long ? MHD_NO : MHD_YES;
    }
    request r = read_request(s, c, method, path);
    if (strlen(a->body) == a->n && a->n > 0) r.body = a->body;
    const reply to = reply_to(&s->site, &r);
    return send_reply(s, c, &to);
}

static void on_end(void *data, struct MHD_Connection *c, void **mine,
                   enum MHD_RequestTerminationCode code)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    (void)data;
    (void)code;
    if (info != NULL && info->socket_context != NULL)
        ((visitor *)info->socket_context)->since = clock_now();
    free(*mine);
    *mine = NULL;
}

/* ---- connections ----------------------------------------------------------------------------- */

/* Whether a connection is accepted. libmicrohttpd has a limit of its own; once it is reached,
 * version 0.9.75 waits for the time-outs of all connections, also of those that were closed. So it
 * is not reached. */
static enum MHD_Result on_arrival(void *data, const struct sockaddr *from, socklen_t n)
{
    const server *s = data;
    (void)from;
    (void)n;
    return visitors_are_full(&s->visitors) ? MHD_NO : MHD_YES;
}

static void on_connection(void *data, struct MHD_Connection *c, void **seat,
                          enum MHD_ConnectionNotificationCode code)
{
    server *s = data;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (code == MHD_CONNECTION_NOTIFY_STARTED && info != NULL)
        *seat = visitors_seat(&s->visitors, info->connect_fd);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED && *seat != NULL) ((visitor *)*seat)->socket = -1;
}

static void say_nothing(void *data, const char *format, va_list list)
{
    (void)data;
    (void)format;
    (void)list;
}

/* ---- address --------------------------------------------------------------------------------- */

typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} address;

static bool read_address(const char *text, address *to)
{
    memset(to, 0, sizeof *to);
    if (inet_pton(AF_INET, text, &to->four.sin_addr) == 1) {
        to->any.sa_family = AF_INET;
        return true;
    }
    if (inet_pton(AF_INET6, text, &to->six.sin6_addr) != 1) return false;
    to->any.sa_family = AF_INET6;
    return true;
}

static void set_port(address *to, unsigned port)
{
    if (to->any.sa_family == AF_INET)
        to->four.sin_port = htons((uint16_t)port);
    else
        to->six.sin6_port = htons((uint16_t)port);
}

static struct MHD_Daemon *start(server *s, const address *at)
{
    const unsigned flags =
        (MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL : 0) |
        (at->any.sa_family == AF_INET6 ? MHD_USE_IPv6 : 0);
    return MHD_start_daemon(
        flags, 0, on_arrival, s, on_request, s, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL,
        MHD_OPTION_SOCK_ADDR, &at->any, MHD_OPTION_CONNECTION_LIMIT, 2 * (unsigned)VISITORS_MOST,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)REQUEST, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, s, MHD_OPTION_NOTIFY_COMPLETED, on_end, s, MHD_OPTION_END);
}

/* Starts the daemon at the port, or at one of the next. */
static int start_somewhere(server *s, const server_options *o, address *at)
{
    const unsigned tries = o->search ? TRIES : 1;
    for (unsigned i = 0; i < tries && s->daemon == NULL; i++) {
        set_port(at, o->port + i);
        errno = 0;
        s->daemon = start(s, at);
    }
    if (s->daemon != NULL) return 0;
    return text_error(EXIT_USAGE,
                      "port %u of %s cannot be listened at: %s; --port 0 takes one that is free",
                      o->port, o->address != NULL ? o->address : "127.0.0.1",
                      errno != 0 ? strerror(errno) : "it is taken, or is not of this machine");
}

/* Writes the address for a browser. */
static void write_address(const server *s, const server_options *o, unsigned port, char *to,
                          size_t size)
{
    const char *name = o->address != NULL ? o->address : "127.0.0.1", *token = s->site.gate.token;
    const bool any = strcmp(name, "0.0.0.0") == 0 || strcmp(name, "::") == 0,
               six = strchr(name, ':') != NULL && !any;
    if (any) name = s->site.gate.name[0] != '\0' ? s->site.gate.name : "localhost";
    snprintf(to, size, "http://%s%s%s:%u/%s%s", six ? "[" : "", name, six ? "]" : "", port,
             token[0] != '\0' ? "?token=" : "", token);
}

/* ---- serving --------------------------------------------------------------------------------- */

static void announce(server *s, const server_options *o)
{
    char where[400];
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
    const unsigned port = info != NULL ? info->port : o->port;
    snprintf(s->cookie, sizeof s->cookie, "nes-%u", port);
    write_address(s, o, port, where, sizeof where);
    text_print(stdout, "%s\n", where);
    text_print(stdout, "%zu run%s; Ctrl-C ends it\n", s->site.folders->n,
               text_s(s->site.folders->n));
    fflush(stdout);
    if (o->open) browser_open(where);
}

int server_run(folders *f, const server_options *o)
{
    address at;
    server *s = memory_zeros(1, sizeof *s);
    s->site = (site){.folders = f, .control = o->control};
    visitors_open(&s->visitors);
    const bool away = o->address != NULL;
    int status = read_address(away ? o->address : "127.0.0.1", &at)
                     ? gate_open(&s->site.gate, away || o->control, away)
                     : text_error(EXIT_USAGE,
                                  "--listen %s is not an address in numbers, such as 192.168.0.5, "
                                  "or 0.0.0.0 for all of this machine",
                                  o->address);
    if (status == 0) status = start_somewhere(s, o, &at);
    if (status == 0) announce(s, o);
    while (status == 0 && !interrupt_seen()) {
        MHD_run_wait(s->daemon, WAIT);
        visitors_end_slow(&s->visitors);
    }
    if (s->daemon != NULL) MHD_stop_daemon(s->daemon);
    free(s);
    return status;
}
