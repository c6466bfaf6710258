/* SPDX-License-Identifier: MIT
 *
 * See serve/reply.h. No answer repeats anything of its request. */
#include "serve/reply.h"

#include <string.h>

#include "base/json_values.h"
#include "base/text.h"
#include "serve/answers.h"
#include "serve/page_files.h"
#include "session/order_give.h"

/* Scripts and styles come from here alone and nothing else is loaded; nobody may frame the page, or
 * read answers as another site. */
const char *const reply_headers[] = {
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options",
    "nosniff",
    "X-Frame-Options",
    "DENY",
    "Referrer-Policy",
    "no-referrer",
    "Cross-Origin-Resource-Policy",
    "same-origin",
    "Cross-Origin-Opener-Policy",
    "same-origin",
    "Cache-Control",
    "no-store",
    NULL,
};

enum {
    OK = 200,
    SEE_OTHER = 303,
    BAD = 400,
    FORBIDDEN = 403,
    NONE = 404,
    METHOD = 405,
    WRONG = 421
};

static reply refuse(unsigned status, const char *sentence)
{
    return (reply){.status = status,
                   .type = "text/plain; charset=utf-8",
                   .constant = sentence,
                   .n = strlen(sentence)};
}

static reply answer_file(page_file f)
{
    return (reply){
        .status = OK, .type = page_type(f), .constant = page_bytes(f), .n = page_size(f)};
}

static reply take_order(const site *s, const served *run, const request *r)
{
    reply to = {.status = OK, .type = "application/json"};
    buffer said = {.text = NULL};
    if (!s->control) return refuse(FORBIDDEN, "orders are taken by `nes serve --control` alone\n");
    if (strcmp(r->method, "POST") != 0 || r->order == NULL || r->body == NULL)
        return refuse(METHOD, "an order is sent by the page\n");
    text_divert(&said);
    const int status = order_give(run->folder, r->body);
    text_divert(NULL);
    cJSON *object = cJSON_CreateObject();
    json_add(object, "given", cJSON_CreateBool(status == 0));
    json_add(object, "error", json_from_string(said.n > 0 ? said.text : NULL));
    json_write(object, &to.text);
    buffer_free(&said);
    return to;
}

/* A path of a run, which is there. */
static void answer_of_run(served *run, const asked *a, buffer *to)
{
    if (a->what == ASKED_RUN) answer_run(run, (size_t)a->run, to);
    if (a->what == ASKED_COURSE) answer_course(run->folder, a, to);
    if (a->what == ASKED_POINTS) answer_points(run->folder, a, to);
    if (a->what == ASKED_SHAPE) answer_shape(run->folder, to);
    if (a->what == ASKED_FAILURES) answer_failures(run->folder, to);
}

/* Whoever is here may know all. */
static reply answer(site *s, const request *r)
{
    const asked *a = &r->asked;
    reply to = {.status = OK, .type = "application/json"};
    if (a->what == ASKED_FILE) return answer_file((page_file)a->file);
    folders_search(s->folders);
    if (a->what == ASKED_RUNS) {
        answer_runs(s->folders, s->control, &to.text);
        return to;
    }
    if (a->what == ASKED_NOTHING || a->run < 1 || a->run > s->folders->n)
        return refuse(NONE, "there is nothing of that name\n");
    served *run = &s->folders->run[a->run - 1];
    if (a->what == ASKED_ORDER) return take_order(s, run, r);
    answer_of_run(run, a, &to.text);
    return to;
}

reply reply_to(site *s, const request *r)
{
    const bool reads = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0,
               orders = strcmp(r->method, "POST") == 0 && r->asked.what == ASKED_ORDER;
    const bool enters = reads && r->token != NULL && strcmp(r->path, "/") == 0;
    if (!gate_host_is_fine(&s->gate, r->host))
        return refuse(WRONG, "this server is not the one of that name\n");
    if (!gate_token_is_fine(&s->gate, enters ? r->token : r->cookie))
        return refuse(FORBIDDEN, "open the address that `nes serve` has printed, with its token\n");
    if (!reads && !orders) return refuse(METHOD, "there is only reading here\n");
    if (enters) {
        reply to = refuse(SEE_OTHER, "");
        to.enters = true;
        return to;
    }
    if (r->odd) return refuse(BAD, "a parameter is wrong\n");
    return answer(s, r);
}
