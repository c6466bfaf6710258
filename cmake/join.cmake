# SPDX-License-Identifier: MIT
#
# cmake -D "FROM=a.js;b.js" -D TO=page.js -P join.cmake
# joins modules of JavaScript to one script, which a single file can have inside. Each becomes a function
# that returns what the module exports, so that all else stays its own. A module must stand behind
# those that it imports, an import is one line, and `export` stands in front of what it exports.
set(script "/* SPDX-License-Identifier: MIT */\n\"use strict\";\n(() => {\n")
foreach(file IN LISTS FROM)
    file(READ ${file} text)
    string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
    string(REGEX MATCHALL "\nexport (async )?(function|const|class) [A-Za-z]+" exports "${text}")
    list(TRANSFORM exports REPLACE ".* " "")
    list(JOIN exports ", " exports)
    string(REGEX REPLACE "\nexport " "\n" text "${text}")
    string(APPEND script "const {${exports}} = (() => {\n${text}return {${exports}};\n})();\n")
endforeach()
file(WRITE ${TO} "${script}})();\n")
