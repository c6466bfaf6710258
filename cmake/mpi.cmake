# SPDX-License-Identifier: MIT
#
# NES_MPI says whether libnes_mpi is built; NES_WITH_MPI is what came of it. The other libraries and
# the program need no MPI.
set(NES_MPI AUTO CACHE STRING "Build libnes_mpi: ON, OFF, or AUTO, where MPI is found")
set_property(CACHE NES_MPI PROPERTY STRINGS AUTO ON OFF)
set(with OFF)
if(NES_MPI STREQUAL AUTO)
    find_package(MPI COMPONENTS C QUIET)
elseif(NES_MPI)
    find_package(MPI COMPONENTS C)
    if(NOT MPI_C_FOUND)
        message(FATAL_ERROR "NES_MPI is ON, but there is no MPI: install one (on Debian: apt-get "
            "install libopenmpi-dev openmpi-bin), or build without it (-D NES_MPI=OFF)")
    endif()
endif()
if(NES_MPI AND MPI_C_FOUND)
    set(with ON)
endif()
set(NES_WITH_MPI ${with} CACHE INTERNAL "libnes_mpi is built")
