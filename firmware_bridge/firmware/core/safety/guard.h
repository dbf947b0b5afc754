/* The last gate before the motors: interlocks and time limits that hold whatever the motions want. */
#ifndef JANTAKU_GUARD_H
#define JANTAKU_GUARD_H

#include "pins.h"

/* Everything off, at once. */
void guard_start(void);

/* Switch on whatever the motions want and the interlocks allow, and make sure that the rest stands still. */
void guard_poll(const uint8_t wanted[OUTPUT_BYTES], uint32_t now_ms);

/* Milliseconds until a limit runs out, NEVER if nothing is on. */
uint32_t guard_next(uint32_t now_ms);

/* What is switched on now. */
bool guard_on(uint8_t output);

/* Whether anything that moves is switched on. */
bool guard_moves(void);

/* Whether the motors have their supply. */
bool guard_powered(void);

/* Switch on only the supply to prove that the chain stands, then release the latched faults; false if that cannot be
 * done now. */
bool guard_prove(uint32_t now_ms);

#endif
