# SPDX-License-Identifier: MIT
#
# nes_library(NAME OBJECTS...): a shared and a static library from one compilation, as targets
# NAME_shared and NAME_static. The program and the tests use the static one: it has the internal
# functions too, and a program that was built with it runs from any folder.
function(nes_library name)
    set(objects ${ARGN})
    list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
    foreach(kind SHARED STATIC)
        string(TOLOWER ${name}_${kind} target)
        add_library(${target} ${kind} ${objects})
        set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name})
        target_include_directories(${target} PUBLIC
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
        target_link_libraries(${target} PUBLIC m)
    endforeach()
    # Before version 1 every minor version may change the interface, so each has a name of its own.
    set(soversion ${PROJECT_VERSION_MAJOR})
    if(soversion EQUAL 0)
        set(soversion 0.${PROJECT_VERSION_MINOR})
    endif()
    set_target_properties(${name}_shared PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
    if(NOT NES_SANITIZE)
        target_link_options(${name}_shared PRIVATE LINKER:--no-undefined)
    endif()
endfunction()
