# SPDX-License-Identifier: MIT
#
# cmake -D FROM=data.csv -D TO=data.h -D NAME=data -P embed.cmake
# writes a header with the bytes of a file, or of a list of files one after the other, as a text NAME.
# Every file ends with a zero.
set(text "")
foreach(file IN LISTS FROM)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND text "${bytes}0,")
endforeach()
file(WRITE ${TO} "static const char ${NAME}[] = {${text}};\n")
