/* The unit's side of the link. */
#include "link.h"

#include <string.h>

#include "hal.h"
#include "signals.h"
#include "version.h"

#define RETRY_FIRST_MS 60u
#define RETRY_SHORTEST_MS 20u
#define RETRY_LONGEST_MS 500u
#define HOST_GONE_MS 3000u /* signals are kept, not sent, while the host is silent for longer */

static struct {
    struct decoder decoder;
    struct frame frame;
    request_handler handler;
    uint32_t boot_nonce;
    uint32_t host_nonce;
    uint16_t session; /* 0: none */
    bool seen;        /* the host has spoken in a session of this boot, so it knows of the reset */
    uint8_t reset_cause;
    uint8_t last_request; /* sequence number of the request that was answered last; 0: none */
    struct answer_to last_answer;
    uint32_t heard_ms;

    uint8_t tries; /* sendings of the oldest */
    uint32_t sent_ms;
    uint16_t wait_ms;
    uint16_t smooth_ms; /* round trip, eighths of a millisecond */
    uint16_t deviation_ms; /* quarters of a millisecond */
    bool measured;
} link;

void link_start(uint8_t reset_cause, uint32_t boot_nonce, request_handler handler)
{
    memset(&link, 0, sizeof link);
    link.reset_cause = reset_cause;
    link.boot_nonce = boot_nonce;
    link.handler = handler;
    signals_start();
    link.wait_ms = RETRY_FIRST_MS;
}

static void send_payload(uint8_t id, uint8_t sequence, uint16_t session, uint8_t size)
{
    uint8_t bytes[FRAME_ENCODED];
    link.frame.id = id;
    link.frame.sequence = sequence;
    link.frame.session = session;
    link.frame.size = size;
    hal_send(bytes, frame_encode(&link.frame, bytes));
}

static uint16_t session_name(uint32_t boot_nonce, uint32_t host_nonce)
{
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < 4; i++)
        crc = crc16(crc, (uint8_t)(boot_nonce >> (8 * i)));
    for (uint8_t i = 0; i < 4; i++)
        crc = crc16(crc, (uint8_t)(host_nonce >> (8 * i)));
    return crc ? crc : 1;
}

#define HELLO_PREFIX 6u /* major, minor, nonce: the same in every version */

/* Answer a greeting; a host of another major version gets no session. */
static void say_hello(uint32_t now_ms)
{
    const uint8_t *at = link.frame.payload;
    if (link.frame.size < HELLO_PREFIX)
        return;
    uint32_t host_nonce = at[2] | ((uint32_t)at[3] << 8) | ((uint32_t)at[4] << 16) | ((uint32_t)at[5] << 24);
    if (at[0] == PROTOCOL_MAJOR) {
        if (link.frame.size != SIZE_HELLO_ASK)
            return;
        link.heard_ms = now_ms;
        if (link.session == 0 || host_nonce != link.host_nonce) {
            link.host_nonce = host_nonce;
            link.session = session_name(link.boot_nonce, host_nonce);
            link.last_request = 0;
        }
        link.tries = 0; /* waiting signals are sent at once */
    }
    const struct hello hello = {
        .major = PROTOCOL_MAJOR,
        .minor = PROTOCOL_MINOR,
        .dictionary = DICTIONARY,
        .firmware = FIRMWARE_VERSION,
        .reset_cause = link.reset_cause,
        .boot_nonce = link.boot_nonce,
        .host_nonce = host_nonce,
        .at_ms = now_ms,
        .signals_lost = signals_lost(),
    };
    pack_hello(link.frame.payload, &hello);
    send_payload(ID_HELLO, 0, 0, SIZE_HELLO);
}

static void answer_beat(uint32_t now_ms)
{
    struct beat beat;
    if (!unpack_beat(link.frame.payload, link.frame.size, &beat))
        return;
    const struct beat_answer answer = {.token = beat.token, .at_ms = now_ms};
    pack_beat_answer(link.frame.payload, &answer);
    send_payload(ID_BEAT_ANSWER, 0, link.session, SIZE_BEAT_ANSWER);
}

static void measure(uint32_t round_trip_ms)
{
    uint16_t rtt = round_trip_ms > RETRY_LONGEST_MS ? RETRY_LONGEST_MS : (uint16_t)round_trip_ms;
    if (!link.measured) {
        link.measured = true;
        link.smooth_ms = (uint16_t)(rtt * 8u);
        link.deviation_ms = (uint16_t)(rtt * 2u);
    } else {
        int16_t error = (int16_t)(rtt - link.smooth_ms / 8u);
        uint16_t size = (uint16_t)(error < 0 ? -error : error);
        link.smooth_ms = (uint16_t)(link.smooth_ms + error);
        link.deviation_ms = (uint16_t)(link.deviation_ms + size - link.deviation_ms / 4u);
    }
    uint16_t wait = (uint16_t)(link.smooth_ms / 8u + link.deviation_ms);
    link.wait_ms = wait < RETRY_SHORTEST_MS ? RETRY_SHORTEST_MS : wait > RETRY_LONGEST_MS ? RETRY_LONGEST_MS : wait;
}

static void signal_acknowledged(uint32_t now_ms)
{
    struct signal_ack ack;
    if (!unpack_signal_ack(link.frame.payload, link.frame.size, &ack))
        return;
    if (ack.number - signals_oldest() >= signals_kept())
        return; /* acknowledged before, or never sent */
    while (signals_kept() && (int32_t)(ack.number - signals_oldest()) >= 0) {
        if (link.tries == 1 && ack.number == signals_oldest())
            measure(now_ms - link.sent_ms);
        signals_drop();
        link.tries = 0;
    }
}

static void request_came(uint32_t now_ms)
{
    uint8_t sequence = link.frame.sequence;
    uint8_t next = (uint8_t)(link.last_request % 255u + 1u);
    if (sequence == next) {
        link.last_answer = link.handler(link.frame.id, link.frame.payload, link.frame.size, now_ms);
        link.last_request = sequence;
    } else if (sequence != link.last_request || sequence == 0) {
        return; /* a late copy of an older request */
    }
    const struct answer answer = {.result = link.last_answer.result, .goal = link.last_answer.goal};
    pack_answer(link.frame.payload, &answer);
    send_payload(ID_ANSWER, sequence, link.session, SIZE_ANSWER);
}

static bool host_gone(uint32_t now_ms)
{
    return link.session == 0 || now_ms - link.heard_ms >= HOST_GONE_MS;
}

void link_receive(uint8_t byte, uint32_t now_ms)
{
    if (!decoder_feed(&link.decoder, byte, &link.frame))
        return;
    if (link.frame.id == ID_HELLO_ASK) {
        say_hello(now_ms);
        return;
    }
    if (link.session == 0 || link.frame.session != link.session) {
        const struct no_session none = {.boot_nonce = link.boot_nonce};
        pack_no_session(link.frame.payload, &none);
        send_payload(ID_NO_SESSION, 0, 0, SIZE_NO_SESSION);
        return;
    }
    if (host_gone(now_ms))
        link.tries = 0;
    link.seen = true;
    link.heard_ms = now_ms;
    if (link.frame.id == ID_BEAT)
        answer_beat(now_ms);
    else if (link.frame.id == ID_SIGNAL_ACK)
        signal_acknowledged(now_ms);
    else
        request_came(now_ms);
}

uint32_t link_silent_for(uint32_t now_ms)
{
    return link.seen ? now_ms - link.heard_ms : NEVER;
}

/* Doubled after every third try, as on the host: frames are lost to noise, not to congestion. */
static uint32_t retry_wait(void)
{
    uint32_t wait = (uint32_t)link.wait_ms << (link.tries > 15 ? 5 : (link.tries - 1) / 3);
    return wait > RETRY_LONGEST_MS ? RETRY_LONGEST_MS : wait;
}

uint32_t link_next(uint32_t now_ms)
{
    if (signals_kept() == 0 || host_gone(now_ms))
        return NEVER;
    if (link.tries == 0)
        return 0;
    uint32_t waited = now_ms - link.sent_ms, wait = retry_wait();
    return waited >= wait ? 0 : wait - waited;
}

void link_poll(uint32_t now_ms)
{
    if (link_next(now_ms) != 0)
        return;
    uint8_t id;
    uint8_t size = signals_write(&id, link.frame.payload);
    send_payload(id, (uint8_t)signals_oldest(), link.session, size);
    link.sent_ms = now_ms;
    if (link.tries < 255)
        link.tries++;
}

void link_signal(uint8_t id, uint32_t at_ms, const uint8_t *fields, uint8_t size)
{
    if (signals_add(id, at_ms, fields, size))
        link.tries = 0; /* the oldest was dropped: another one is sent */
}
