# SPDX-License-Identifier: MIT
#
# Flags that make a memory error end the program instead of handing it over, as Debian builds its
# packages. Each is used where compiler and linker know it. What the environment says of
# _FORTIFY_SOURCE, in CFLAGS or as the compiler's own default, stays as it is.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)

set(harden ON)
if(CMAKE_BUILD_TYPE STREQUAL Debug OR NES_SANITIZE)
    set(harden OFF)
endif()
option(NES_HARDEN "Protected stacks, checked copies, read-only relocations" ${harden})
if(NOT NES_HARDEN)
    return()
endif()

foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection -Wformat
        -Werror=format-security)
    string(MAKE_C_IDENTIFIER "NES_HAS${flag}" known)
    # format-security is an error only beside -Wformat
    check_c_compiler_flag("-Wformat ${flag}" ${known})
    if(${known})
        add_compile_options(${flag})
    endif()
endforeach()
foreach(flag relro now noexecstack)
    check_linker_flag(C LINKER:-z,${flag} NES_HAS_Z_${flag})
    if(NES_HAS_Z_${flag})
        add_link_options(LINKER:-z,${flag})
    endif()
endforeach()
check_pie_supported(LANGUAGES C)

# Checked copies need optimisation, and are in the way of the sanitisers, which check more.
set(CMAKE_REQUIRED_FLAGS -O2)
check_c_source_compiles("
    #ifdef _FORTIFY_SOURCE
    #error already chosen
    #endif
    int main(void) { return 0; }" NES_FORTIFY_IS_OPEN)
unset(CMAKE_REQUIRED_FLAGS)
if(NES_FORTIFY_IS_OPEN AND NOT NES_SANITIZE)
    add_compile_definitions($<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:_FORTIFY_SOURCE=3>)
endif()
