// SCREE_API marks what the shared library exports.
//
// On Windows, a program says which library it links: SCREE_STATIC for the static one (scree's CMake target, and
// scree.pc of a build without a shared library, define it), nothing for the DLL. SCREE_BUILDING is defined when scree
// itself is compiled. Elsewhere neither makes a difference.
#ifndef SCREE_EXPORT_H
#define SCREE_EXPORT_H

#if defined(_WIN32) || defined(__CYGWIN__)
#if defined(SCREE_STATIC)
#define SCREE_API
#elif defined(SCREE_BUILDING)
#define SCREE_API __declspec(dllexport)
#else
#define SCREE_API __declspec(dllimport)
#endif
#else
#define SCREE_API __attribute__((visibility("default")))
#endif

#endif
