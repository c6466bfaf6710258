# SPDX-License-Identifier: MIT
#
# What `make install` puts where: headers, the libraries in both kinds, the program, pkg-config files,
# a CMake package, man pages and shell completion. Nothing written here has an absolute path
# in it, so that an installed tree can be moved.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nes)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(without)
if(NOT NES_WITH_MPI)
    set(without PATTERN mpi.h EXCLUDE)
endif()
install(DIRECTORY include/nes DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
    PATTERN "*.h" PATTERN "*.hpp" ${without})

# find_package(nes) brings nes::nes, nes::problems (shared), nes::nes_static, nes::problems_static.
set_target_properties(nes_shared PROPERTIES EXPORT_NAME nes)
set_target_properties(nes_static PROPERTIES EXPORT_NAME nes_static)
set_target_properties(nes_problems_shared PROPERTIES EXPORT_NAME problems)
set_target_properties(nes_problems_static PROPERTIES EXPORT_NAME problems_static)
install(TARGETS nes_shared nes_static nes_problems_shared nes_problems_static EXPORT nes)
install(EXPORT nes NAMESPACE nes:: FILE nesTargets.cmake DESTINATION ${package_dir})
set(modules nes nes-problems)
if(NES_WITH_MPI) # find_package(nes COMPONENTS mpi) brings nes::mpi and nes::mpi_static too
    set_target_properties(nes_mpi_shared PROPERTIES EXPORT_NAME mpi)
    set_target_properties(nes_mpi_static PROPERTIES EXPORT_NAME mpi_static)
    install(TARGETS nes_mpi_shared nes_mpi_static EXPORT nes_mpi)
    install(EXPORT nes_mpi NAMESPACE nes:: FILE nesMpiTargets.cmake DESTINATION ${package_dir})
    list(APPEND modules nes-mpi)
endif()
configure_package_config_file(cmake/nesConfig.cmake.in nesConfig.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(nesConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nesConfig.cmake ${PROJECT_BINARY_DIR}/nesConfigVersion.cmake
    DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
foreach(module ${modules})
    configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${module}.pc DESTINATION ${pkgconfig_dir})
endforeach()

set(sections 3)
if(NES_PROGRAM)
    list(APPEND sections 1)
    install(TARGETS nes_program)
    set(sisters nes_lab_program) # programs that nes starts in its place and finds from where it is
    if(NES_WITH_MPI)
        list(APPEND sisters nes_mpi_program)
    endif()
    install(TARGETS ${sisters} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/nes)
    install(FILES cli/completion/nes.bash RENAME nes
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
foreach(section ${sections})
    file(GLOB pages CONFIGURE_DEPENDS docs/man/*.${section})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
