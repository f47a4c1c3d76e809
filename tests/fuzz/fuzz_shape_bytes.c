// Bytes to shapes: the first byte says whether the size and the checksum are made to fit first, so that the fuzzer gets
// past them. What is taken for a shape must be sound, answer queries, and come out of its own bytes again.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/verified.h"
#include "scree/scree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition) abort();
}

static void put(uint8_t *to, uint64_t value)
{
    for (size_t i = 0; i < 8; ++i) to[i] = (uint8_t)(value >> (8 * i));
}

static void seal(uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    put(bytes + 16, size);
    for (size_t i = 0; i < size - 8; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    put(bytes + size - 8, hash);
}

static uint8_t *written(const scree_shape *shape, size_t *size)
{
    require(scree_shape_to_bytes(shape, NULL, 0, size, NULL) == SCREE_SCRATCH_TOO_SMALL);
    uint8_t *bytes = malloc(*size);
    require(bytes != NULL && scree_shape_to_bytes(shape, bytes, *size, size, NULL) == SCREE_OK);
    return bytes;
}

static void check_bytes(const scree_shape *shape)
{
    size_t size, again_size;
    uint8_t *bytes = written(shape, &size);
    scree_shape *again = scree_shape_create_from_bytes(bytes, size, NULL, NULL);
    require(again != NULL);
    uint8_t *again_bytes = written(again, &again_size);
    require(size == again_size && memcmp(bytes, again_bytes, size) == 0);
    free(bytes);
    free(again_bytes);
    scree_shape_destroy(again);
}

static void check_query(const scree_shape *shape)
{
    const bool planar = scree_shape_dimension(shape) == 2;
    scree_shape *ball = planar ? scree_disc_create(1.0, 0.0, NULL) : scree_sphere_create(1.0, 0.0, NULL);
    const scree_body a = scree_body_at(shape, (scree_vec3){ 0, 0, 0 }),
                     b = scree_body_at(ball, (scree_vec3){ 1, 2, 0 });
    scree_contact contact;
    const scree_status status = scree_query(&a, &b, NULL, &contact);
    require(status == SCREE_OK || status == SCREE_NO_CONVERGENCE || status == SCREE_SCRATCH_TOO_SMALL);
    require(status == SCREE_SCRATCH_TOO_SMALL || contact.lower <= contact.upper);
    require(scree_verified_holds("of a shape from bytes", &a, &b, NULL, &contact));
    scree_shape_destroy(ball);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    uint8_t *bytes = malloc(size);
    require(bytes != NULL);
    const size_t length = size - 1;
    memcpy(bytes, data + 1, length);
    if (data[0] % 2 == 1 && length >= 32) seal(bytes, length);
    scree_error error = { SCREE_OK, "" };
    scree_shape *shape = scree_shape_create_from_bytes(bytes, length, NULL, &error);
    if (shape != NULL) {
        check_bytes(shape);
        check_query(shape);
    } else
        require(error.status == SCREE_FILE_ERROR && error.message[0] != '\0');
    scree_shape_destroy(shape);
    free(bytes);
    return 0;
}
