/* The whole core under arbitrary input: raw bytes, well-formed frames with any payload, inputs, currents and time.
 *
 * The first byte of an input says how the rest is read, three bytes a step. Built with libFuzzer where clang is there,
 * with fuzz_main.c elsewhere. A motor that runs against an interlock ends the program, as an overflow does. */
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "hal.h"
#include "unit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t inputs[INPUT_BYTES], outputs_on[OUTPUT_BYTES];
static int16_t analog;
static struct decoder replies;

static void require(bool good)
{
    if (!good)
        abort();
}

void hal_read_inputs(uint8_t in[INPUT_BYTES])
{
    memcpy(in, inputs, INPUT_BYTES);
}

void hal_write_outputs(const uint8_t out[OUTPUT_BYTES])
{
    memcpy(outputs_on, out, OUTPUT_BYTES);
    bool hand = inputs[0] & 15, turns = pin(out, OUT_DRUM) || pin(out, OUT_CHAIN) || pin(out, OUT_CHAIN_BACK);
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        bool up = pin(out, (uint8_t)(OUT_LIFT_UP + chair)), down = pin(out, (uint8_t)(OUT_LIFT_DOWN + chair));
        require(!(up && down));
        require(!((up || down) && pin(inputs, (uint8_t)(IN_CURTAIN + chair))));
    }
    require(!(hand && (pin(out, OUT_LID_CLOSE) || pin(out, OUT_DEAL))));
    require(!(turns && (!pin(inputs, IN_LID_CLOSED) || pin(out, OUT_LID_OPEN))));
    require(!pin(inputs, IN_EMERGENCY) || (out[0] | out[1] | out[2]) == 0);
}

int16_t hal_read_analog(uint8_t channel)
{
    require(channel <= ANALOG_TEMPERATURE);
    return analog;
}

void hal_show(uint8_t display, int32_t value)
{
    require(display < DISPLAYS);
    require(value >= -9999999 && value <= 9999999);
}

/* The unit sends only whole, good frames. */
void hal_send(const uint8_t *bytes, uint8_t size)
{
    struct frame frame;
    require(size >= 2 && size <= FRAME_ENCODED);
    for (uint8_t i = 0; i < size; i++)
        require(decoder_feed(&replies, bytes[i], &frame) == (i + 1 == size));
}

uint32_t hal_entropy(void)
{
    return 0x12345678u;
}

static uint8_t kept;

void hal_keep(uint8_t value)
{
    kept = value;
}

uint8_t hal_kept(void)
{
    return kept;
}

static uint16_t session_name(void)
{
    static const uint8_t NONCES[8] = {1, 0, 0, 0, 7, 0, 0, 0};
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < sizeof NONCES; i++)
        crc = crc16(crc, NONCES[i]);
    return crc ? crc : 1;
}

static void give(const struct frame *frame, uint32_t now_ms)
{
    uint8_t bytes[FRAME_ENCODED];
    uint8_t size = frame_encode(frame, bytes);
    for (uint8_t i = 0; i < size; i++)
        unit_receive(bytes[i], now_ms);
}

static void greet(void)
{
    struct frame hello = {.id = ID_HELLO_ASK, .size = SIZE_HELLO_ASK, .payload = {PROTOCOL_MAJOR, PROTOCOL_MINOR, 7}};
    give(&hello, 0);
}

/* A frame of the session: the next request, or one made of the bytes. */
static size_t framed(const uint8_t *data, size_t size, uint8_t *sequence, uint32_t now_ms)
{
    struct frame frame = {.id = data[0], .session = session_name()};
    frame.size = data[1] % (MAX_PAYLOAD + 1u);
    if (frame.size > size - 2)
        frame.size = (uint8_t)(size - 2);
    memcpy(frame.payload, data + 2, frame.size);
    if (frame.id >= ID_RAISE_WALLS)
        frame.sequence = *sequence = (uint8_t)(*sequence % 255u + 1u);
    give(&frame, now_ms);
    return 2u + frame.size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t now_ms = 0;
    uint8_t sequence = 0;
    memset(inputs, 0, sizeof inputs);
    memset(&replies, 0, sizeof replies);
    set_pin(inputs, IN_LID_CLOSED, true);
    set_pin(inputs, IN_STACKED, true);
    inputs[IN_LIFT_DOWN >> 3] |= 0xF0;
    analog = 500;
    unit_start(RESET_CAUSE_POWER_ON, 1, now_ms);
    if (size && data[0] & 1)
        greet();
    for (size_t at = 1; at + 2 < size;) {
        uint8_t kind = data[at++];
        if (kind < 64) {
            unit_receive(data[at++], now_ms);
        } else if (kind < 128) {
            at += framed(data + at, size - at, &sequence, now_ms);
        } else if (kind < 192) {
            uint8_t n = data[at++];
            if (n < INPUTS)
                set_pin(inputs, n, !pin(inputs, n));
            else
                analog = (int16_t)(n * 16);
        } else {
            now_ms += (uint32_t)(kind - 191) * data[at++];
            (void)unit_next(now_ms);
        }
        unit_poll(now_ms);
    }
    return 0;
}
