/* SPDX-License-Identifier: MIT
 *
 * In the place of the server where libmicrohttpd was not there when nes was built. */
#include "base/exit_status.h"
#include "base/text.h"
#include "serve/server.h"

int server_run(folders *f, const server_options *o)
{
    (void)f;
    (void)o;
    return text_error(EXIT_USAGE,
                      "this nes was built without a server: install libmicrohttpd (on Debian: "
                      "apt-get install libmicrohttpd-dev) and build nes again; `nes report DIR` "
                      "writes the same page as a file, without a server");
}
