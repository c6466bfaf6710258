/* SPDX-License-Identifier: MIT
 *
 * The C++ that is compiled together with the user's; see objective/cpp_guard.h. It uses only what
 * all standards of the language have in common, since the user's flags choose one. The objective is
 * weak here: a missing one is found and refused once the library has been loaded. */
#include "objective/cpp_guard.h"

const char cpp_guard_declaration[] =
    "extern \"C\" double objective(__SIZE_TYPE__ n, const double *x);\n";

const char cpp_guard_source[] =
    "#include <exception>\n"
    "#define NES_SHOWN extern \"C\" __attribute__((visibility(\"default\")))\n"
    "extern \"C\" __attribute__((weak)) double objective(__SIZE_TYPE__ n, const double *x);\n"
    "NES_SHOWN int " CPP_GUARD_VALUE "(__SIZE_TYPE__ n, const double *x, double *value);\n"
    "NES_SHOWN const char *" CPP_GUARD_SAID "();\n"
    "static __thread char text[512];\n"
    "\n"
    "static int failed(const char *from)\n"
    "{\n"
    "    __SIZE_TYPE__ n = 0;\n"
    "    for (; from[n] != '\\0' && n + 1 < sizeof text; n++) text[n] = from[n];\n"
    "    text[n] = '\\0';\n"
    "    return 2;\n" /* NES_FAILED */
    "}\n"
    "\n"
    "int " CPP_GUARD_VALUE "(__SIZE_TYPE__ n, const double *x, double *value)\n"
    "{\n"
    "    text[0] = '\\0';\n"
    "#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)\n"
    "    try {\n"
    "        *value = objective(n, x);\n"
    "        return 1;\n" /* NES_MEASURED */
    "    } catch (const std::exception &e) {\n"
    "        return failed(e.what());\n"
    "    } catch (...) {\n"
    "        return failed(\"not a std::exception\");\n"
    "    }\n"
    "#else\n"
    "    (void)failed;\n"
    "    *value = objective(n, x);\n"
    "    return 1;\n"
    "#endif\n"
    "}\n"
    "\n"
    "const char *" CPP_GUARD_SAID "()\n"
    "{\n"
    "    return text;\n"
    "}\n";
