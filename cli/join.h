// JSON objects that span lines: where does one end that begins on a line and does not end there?
//
// A line that is broken must not take the lines after it along. So the scan follows JSON's grammar, and gives up where
// the next bytes cannot belong to the object: after '{"id": 1, "a"', say, no '{' can follow.
#ifndef SCREE_CLI_JOIN_H
#define SCREE_CLI_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum join_status {
    JOIN_OPEN,  ///< it goes on
    JOIN_WHOLE, ///< it has ended
    JOIN_BROKEN ///< what was seen is the start of no object
} join_status;

enum { JOIN_MOST_DEPTH = 1024 };

/// The state of a scan; all zeros before the first byte.
typedef struct join {
    int place;                              ///< what may come next
    size_t depth;                           ///< of objects and arrays that are open
    size_t scanned;                         ///< bytes so far
    uint64_t objects[JOIN_MOST_DEPTH / 64]; ///< a bit for each depth: an object, not an array
    bool in_string, escaped;
} join;

/// Scan on, from byte `scanned` of a document of which `size` bytes are known. Stops behind the last byte of the
/// object, or array, or at the byte that cannot belong to it.
join_status scree_cli_join_scan(join *self, const char *bytes, size_t size);

/// A quick look at a line: can it be the start of an object that spans lines? True for less than one line in many.
bool scree_cli_join_may_begin(const char *bytes, size_t size);

#endif
