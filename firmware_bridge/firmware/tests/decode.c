#include "decode.h"

#include <stdlib.h>
#include <string.h>

#include "frame.h"

#define UNPACKED(ID, name)                                     \
    case ID_##ID: {                                            \
        struct name m;                                         \
        return unpack_##name(payload, size, &m) ? TAKEN : REFUSED; \
    }

static uint8_t verdict(uint8_t id, const uint8_t *payload, uint8_t size)
{
    switch (id) {
        UNPACKED(HELLO_ASK, hello_ask)
        UNPACKED(BEAT, beat)
        UNPACKED(SIGNAL_ACK, signal_ack)
        UNPACKED(RAISE_WALLS, raise_walls)
        UNPACKED(SHUFFLE, shuffle)
        UNPACKED(ROLL_DICE, roll_dice)
        UNPACKED(STOP_MOTION, stop_motion)
        UNPACKED(DEAL, deal)
        UNPACKED(SHOW_HONBA, show_honba)
        UNPACKED(SHOW_ROUND, show_round)
        UNPACKED(SHOW_POINTS, show_points)
        UNPACKED(SHOW_DEALER, show_dealer)
    case ID_LOWER_WALLS:
    case ID_OPEN_LID:
    case ID_CLOSE_LID:
    case ID_RESET_FAULTS:
    case ID_REPORT_LEVELS:
    case ID_REPORT_HEALTH:
    case ID_PROBE:
        return request_fits(id, size) ? TAKEN : REFUSED;
    default:
        return NOT_FOR_THE_UNIT;
    }
}

static void comes_out_the_same(const struct frame *frame)
{
    struct decoder decoder = {0};
    struct frame again;
    uint8_t bytes[FRAME_ENCODED];
    uint8_t size = frame_encode(frame, bytes);
    for (uint8_t i = 0; i < size; i++) {
        if (decoder_feed(&decoder, bytes[i], &again) != (i + 1 == size))
            abort();
    }
    if (again.id != frame->id || again.sequence != frame->sequence || again.session != frame->session ||
        again.size != frame->size || memcmp(again.payload, frame->payload, frame->size) != 0)
        abort();
}

size_t decode_all(const uint8_t *data, size_t size, uint8_t *out)
{
    struct decoder decoder = {0};
    struct frame frame;
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        if (!decoder_feed(&decoder, data[i], &frame))
            continue;
        comes_out_the_same(&frame);
        const uint8_t head[] = {frame.size, frame.id, frame.sequence, (uint8_t)frame.session, (uint8_t)(frame.session >> 8)};
        memcpy(out + used, head, sizeof head);
        memcpy(out + used + sizeof head, frame.payload, frame.size);
        used += sizeof head + frame.size;
        out[used++] = verdict(frame.id, frame.payload, frame.size);
    }
    return used;
}
