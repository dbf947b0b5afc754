/* Frames: COBS(id, sequence, session, payload, CRC-16) and a zero byte. See docs/protocol.md. */
#ifndef JANTAKU_FRAME_H
#define JANTAKU_FRAME_H

#include "messages.h"

#define FRAME_HEADER 4u
#define FRAME_BODY (FRAME_HEADER + MAX_PAYLOAD + 2u)
#define FRAME_ENCODED (FRAME_BODY + 2u) /* one COBS byte, one zero */

struct frame {
    uint8_t id;
    uint8_t sequence;
    uint16_t session;
    uint8_t size; /* of the payload */
    uint8_t payload[MAX_PAYLOAD];
};

struct decoder {
    uint8_t held[FRAME_BODY + 1u];
    uint8_t size;
    bool too_long;
};

uint16_t crc16(uint16_t crc, uint8_t byte);

/* Write the frame's bytes, at most FRAME_ENCODED; returns their number. */
uint8_t frame_encode(const struct frame *frame, uint8_t *out);

/* Take one received byte; true when it completes an intact frame. */
bool decoder_feed(struct decoder *decoder, uint8_t byte, struct frame *frame);

#endif
