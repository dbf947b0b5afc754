/* The firmware's decoder on a whole buffer, for comparing it with the host's. */
#include <stddef.h>
#include <string.h>

#include "frame.h"

size_t decode_all(const uint8_t *data, size_t size, uint8_t *out)
{
    struct decoder decoder = {0};
    struct frame frame;
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        if (!decoder_feed(&decoder, data[i], &frame))
            continue;
        const uint8_t head[] = {frame.size, frame.id, frame.sequence, (uint8_t)frame.session, (uint8_t)(frame.session >> 8)};
        memcpy(out + used, head, sizeof head);
        memcpy(out + used + sizeof head, frame.payload, frame.size);
        used += sizeof head + frame.size;
    }
    return used;
}
