/* The whole unit: start it, give it bytes, poll it, and ask for the time of the next poll. */
#ifndef JANTAKU_UNIT_H
#define JANTAKU_UNIT_H

#include "link.h"

void unit_start(uint8_t reset_cause, uint32_t boot_nonce, uint32_t now_ms);

/* A byte came from the host. */
void unit_receive(uint8_t byte, uint32_t now_ms);

/* Read the inputs, move the machine on, send what is due. */
void unit_poll(uint32_t now_ms);

/* Milliseconds until the next poll is needed if no input changes and no byte comes; NEVER if none is. */
uint32_t unit_next(uint32_t now_ms);

#endif
