/* SPDX-License-Identifier: MIT
 *
 * See serve/gate.h. */
#include "serve/gate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"

int gate_open(gate *g, bool token, bool away)
{
    unsigned char bytes[(GATE_TOKEN_SIZE - 1) / 2];
    *g = (gate){.away = away};
    if (gethostname(g->name, sizeof g->name - 1) != 0) g->name[0] = '\0';
    if (!token) return 0;
    FILE *source = fopen("/dev/urandom", "rb");
    const bool read = source != NULL && fread(bytes, 1, sizeof bytes, source) == sizeof bytes;
    if (source != NULL) fclose(source);
    if (!read)
        return text_error(EXIT_FILES, "no token can be made: /dev/urandom cannot be read: %s",
                          strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(g->token + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

/* Whether the text is an address in numbers. */
static bool is_address(const char *text)
{
    struct in6_addr six;
    struct in_addr four;
    return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1;
}

/* Copies the host without its port, and an address of IPv6 without its brackets. Returns whether it
 * has the form of a host. */
static bool cut_port(const char *host, char *to, size_t size)
{
    const bool six = host[0] == '[';
    const char *begin = host + six, *end = strpbrk(begin, six ? "]" : ":");
    if (six && end == NULL) return false;
    const size_t n = end != NULL ? (size_t)(end - begin) : strlen(begin);
    const char *port = end != NULL ? end + six : begin + n;
    if (n == 0 || n >= size || (*port != '\0' && *port != ':')) return false;
    if (*port == ':' && port[1 + strspn(port + 1, "0123456789")] != '\0') return false;
    snprintf(to, size, "%.*s", (int)n, begin);
    return true;
}

bool gate_host_is_fine(const gate *g, const char *host)
{
    char name[256];
    if (host == NULL || !cut_port(host, name, sizeof name)) return false;
    if (strcasecmp(name, "localhost") == 0 || is_address(name)) return true;
    return g->away && g->name[0] != '\0' && strcasecmp(name, g->name) == 0;
}

/* The time that this takes says nothing of where two tokens differ. */
bool gate_token_is_fine(const gate *g, const char *token)
{
    const size_t n = GATE_TOKEN_SIZE - 1;
    unsigned differ = 0;
    if (g->token[0] == '\0') return true;
    if (token == NULL || strlen(token) != n) return false;
    for (size_t i = 0; i < n; i++)
        differ |= (unsigned)(unsigned char)token[i] ^ (unsigned)(unsigned char)g->token[i];
    return differ == 0;
}
