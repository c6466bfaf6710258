/* SPDX-License-Identifier: MIT
 *
 * Requests to `nes serve`, as its callbacks get them: path, method, headers, cookie and parameters,
 * a line each. Whoever has neither token nor a proper name of the server gets nothing of it. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "serve/page_files.h"
#include "serve/reply.h"
#include "support/fuzz.h"

enum { WANTS_TOKEN = 1, CONTROLS = 2, AWAY = 4 };

static const char TOKEN[] = "0123456789abcdef0123456789abcdef";

static void set_parameters(request *r, char *text)
{
    char *name;
    while ((name = text_part(&text, '&')) != NULL) {
        char *value = strchr(name, '=');
        if (value != NULL) *value++ = '\0';
        if (strcmp(name, "token") == 0)
            r->token = value;
        else if (!asked_set(&r->asked, name, value))
            r->odd = true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    folders none = {.n = 0};
    site s = {.folders = &none};
    if (size == 0) return 0;
    fuzz_quiet();
    char *text = fuzz_text(data + 1, size - 1), *rest = text;
    request r = {.path = text_part(&rest, '\n')};
    r.asked = asked_read(r.path, page_names, PAGE_FILES);
    r.method = text_part(&rest, '\n');
    if (r.method == NULL) r.method = "GET";
    r.host = text_part(&rest, '\n');
    r.cookie = text_part(&rest, '\n');
    r.order = text_part(&rest, '\n');
    set_parameters(&r, text_part(&rest, '\n'));
    r.body = rest;
    if (data[0] & WANTS_TOKEN) memcpy(s.gate.token, TOKEN, sizeof TOKEN);
    s.control = (data[0] & CONTROLS) != 0;
    s.gate.away = (data[0] & AWAY) != 0;
    memcpy(s.gate.name, "desk", sizeof "desk");
    reply to = reply_to(&s, &r);
    const bool knows = (r.cookie != NULL && strcmp(r.cookie, TOKEN) == 0) ||
                       (r.token != NULL && strcmp(r.token, TOKEN) == 0);
    if (s.gate.token[0] != '\0' && !knows && to.status == 200)
        fuzz_defect("an answer without the token");
    if (r.asked.what == ASKED_ORDER && to.status == 200) fuzz_defect("an order for no run");
    if (r.host != NULL && strstr(r.host, "evil") != NULL && to.status == 200)
        fuzz_defect("an answer under the name of another server");
    buffer_free(&to.text);
    folders_close(&none);
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    fuzz_seed_text(to, 0, "/\nGET\n127.0.0.1:8642");
    fuzz_seed_text(to, 0, "/api/runs\nGET\nlocalhost");
    fuzz_seed_text(to, 0, "/api/runs/1/points\nGET\n[::1]:80\n\n\nround=3&id=17&level=2&most=500");
    fuzz_seed_text(to, 1, "/\nGET\n127.0.0.1\n\n\ntoken=0123456789abcdef0123456789abcdef");
    fuzz_seed_text(to, 1, "/page.js\nHEAD\n127.0.0.1\n0123456789abcdef0123456789abcdef");
    fuzz_seed_text(
        to, 3, "/api/runs/1/orders\nPOST\n127.0.0.1\n0123456789abcdef0123456789abcdef\n1\n\nstop");
    fuzz_seed_text(to, 4, "/page.css\nGET\ndesk:8642");
    fuzz_seed_text(to, 0, "/api/runs\nGET\nevil.example");
}
