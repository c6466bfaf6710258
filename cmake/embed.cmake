# SPDX-License-Identifier: MIT
#
# cmake -D FROM=data.csv -D TO=data.h -D NAME=data -P embed.cmake
# writes a header with the bytes of a file as a text NAME, which ends with a zero.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${TO} "static const char ${NAME}[] = {${bytes}0};\n")
