// Shapes in memory of the caller's choice, and as bytes.
//
//   scree_shape_copy()               the same shape in a block from the caller's allocator
//   scree_shape_memory()             how large that block is
//   scree_shape_to_bytes()           a shape as bytes, for files, messages and checkpoints
//   scree_shape_create_from_bytes()  the same shape again: all answers are the same, bit for bit
//
// The format of the bytes does not depend on the machine: docs/shape-bytes.md. Why allocators work this way:
// docs/decisions/memory.md.
#ifndef SCREE_STORAGE_H
#define SCREE_STORAGE_H

#include <stddef.h>

#include "scree/export.h"
#include "scree/shape.h"
#include "scree/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Called by scree_shape_copy() and scree_shape_destroy(), from the threads that call these.
typedef struct scree_allocator {
    /// `size` bytes at a multiple of `alignment`, a power of two; NULL if there is no memory.
    void *(*allocate)(void *user, size_t size, size_t alignment);
    /// Release a block, with the size that was requested.
    void (*release)(void *user, void *block, size_t size);
    void *user; ///< passed to both; must outlive the shapes
} scree_allocator;

/// A shape with the same answers, bit for bit, in one block of memory from `allocator` (NULL: that of the C library).
/// Both are destroyed by scree_shape_destroy(), in any order. Allocates nothing else. The copy of a scaled copy shares
/// nothing with the original. NULL with SCREE_NO_MEMORY if the
/// allocator has none, and with SCREE_INVALID_ARGUMENT for NULL or an allocator that lacks a function.
SCREE_API scree_shape *scree_shape_copy(const scree_shape *shape, const scree_allocator *allocator, scree_error *error);
/// Bytes of the one block of a shape; of a scaled copy, without what it shares. 0 for NULL.
SCREE_API size_t scree_shape_memory(const scree_shape *shape);

/// Write `shape` to `bytes`, of which there are `capacity`; `size` is how many it takes. SCREE_SCRATCH_TOO_SMALL, and
/// nothing is written, if that is more than the capacity: pass NULL and 0 to get the size. SCREE_INVALID_ARGUMENT for
/// NULL, and for a shape with a user's support function.
SCREE_API scree_status scree_shape_to_bytes(const scree_shape *shape, void *bytes, size_t capacity, size_t *size,
                                            scree_error *error);
/// The shape that these bytes begin with; `used` is how many of the `size` are its own. With NULL for `used`, there
/// must be no more. Bytes that were truncated or changed, or are not a shape, give NULL with SCREE_FILE_ERROR and the
/// reason; hulls are checked before they are accepted.
SCREE_API scree_shape *scree_shape_create_from_bytes(const void *bytes, size_t size, size_t *used, scree_error *error);

#ifdef __cplusplus
}
#endif

#endif
