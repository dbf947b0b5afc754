/* Frames on the serial line; damaged ones are skipped, the next zero byte begins anew. */
#include "frame.h"

#include <string.h>

uint16_t crc16(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)((uint16_t)byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000u ? (uint16_t)(crc << 1) ^ 0x1021u : (uint16_t)(crc << 1));
    return crc;
}

struct stuffing {
    uint8_t *out;
    uint8_t size;
    uint8_t mark;
};

static void stuff(struct stuffing *s, uint8_t byte)
{
    if (byte) {
        s->out[s->size++] = byte;
        return;
    }
    s->out[s->mark] = (uint8_t)(s->size - s->mark);
    s->mark = s->size++;
}

uint8_t frame_encode(const struct frame *frame, uint8_t *out)
{
    struct stuffing s = {out, 1, 0};
    const uint8_t header[FRAME_HEADER] = {frame->id, frame->sequence, (uint8_t)frame->session,
                                          (uint8_t)(frame->session >> 8)};
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < FRAME_HEADER; i++) {
        crc = crc16(crc, header[i]);
        stuff(&s, header[i]);
    }
    for (uint8_t i = 0; i < frame->size; i++) {
        crc = crc16(crc, frame->payload[i]);
        stuff(&s, frame->payload[i]);
    }
    stuff(&s, (uint8_t)(crc >> 8));
    stuff(&s, (uint8_t)crc);
    s.out[s.mark] = (uint8_t)(s.size - s.mark);
    s.out[s.size++] = 0;
    return s.size;
}

static void decoder_reset(struct decoder *decoder)
{
    decoder->size = 0;
    decoder->too_long = false;
}

/* Undo COBS in place; returns the body's size, 0 if they are not a valid encoding. */
static uint8_t unstuff(uint8_t *bytes, uint8_t size)
{
    uint8_t at = 0, to = 0;
    while (at < size) {
        uint8_t step = bytes[at];
        if (at + step > size)
            return 0;
        for (uint8_t i = 1; i < step; i++)
            bytes[to++] = bytes[at + i];
        at = (uint8_t)(at + step);
        if (at < size)
            bytes[to++] = 0;
    }
    return to;
}

bool decoder_feed(struct decoder *decoder, uint8_t byte, struct frame *frame)
{
    if (byte) {
        if (decoder->size < sizeof decoder->held)
            decoder->held[decoder->size++] = byte;
        else
            decoder->too_long = true;
        return false;
    }
    uint8_t *body = decoder->held;
    uint8_t size = decoder->too_long ? 0 : unstuff(body, decoder->size);
    decoder_reset(decoder);
    if (size < FRAME_HEADER + 2u)
        return false;
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < size; i++)
        crc = crc16(crc, body[i]);
    if (crc)
        return false;
    frame->id = body[0];
    frame->sequence = body[1];
    frame->session = (uint16_t)(body[2] | ((uint16_t)body[3] << 8));
    frame->size = (uint8_t)(size - FRAME_HEADER - 2u);
    memcpy(frame->payload, body + FRAME_HEADER, frame->size);
    return true;
}
