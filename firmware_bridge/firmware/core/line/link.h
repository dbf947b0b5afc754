/* The unit's side of the link: session, one request and one signal at a time, the last answer remembered. */
#ifndef JANTAKU_LINK_H
#define JANTAKU_LINK_H

#include "frame.h"
#include "times.h"

struct answer_to {
    uint8_t result;
    uint16_t goal;
};

/* Carries out a request; called once for each. */
typedef struct answer_to (*request_handler)(uint8_t id, const uint8_t *payload, uint8_t size, uint32_t now_ms);

void link_start(uint8_t reset_cause, uint32_t boot_nonce, request_handler handler);

/* A byte from the host, at now_ms. */
void link_receive(uint8_t byte, uint32_t now_ms);

/* Send what is due. */
void link_poll(uint32_t now_ms);

/* Milliseconds until link_poll has something to do, NEVER if nothing. */
uint32_t link_next(uint32_t now_ms);

/* Milliseconds since the host was last heard; NEVER if it was not heard in any session of this boot. */
uint32_t link_silent_for(uint32_t now_ms);

/* Queue a signal; the oldest is dropped and counted when MAX_UNACKNOWLEDGED are waiting. */
void link_signal(uint8_t id, uint32_t at_ms, const uint8_t *fields, uint8_t size);

#endif
