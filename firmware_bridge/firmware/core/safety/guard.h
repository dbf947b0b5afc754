/* The last check before the motors: interlocks and time limits that the motions cannot override. */
#ifndef JANTAKU_GUARD_H
#define JANTAKU_GUARD_H

#include "pins.h"

/* Everything off, at once. */
void guard_start(void);

/* Switch on the outputs that the motions ask for and the interlocks allow, and see that the rest stands still. */
void guard_poll(const uint8_t wanted[OUTPUT_BYTES], uint32_t now_ms);

/* Milliseconds until a limit runs out, NEVER if nothing is on. */
uint32_t guard_next(uint32_t now_ms);

/* True if an output is on now. */
bool guard_on(uint8_t output);

/* True if anything that moves is on. */
bool guard_moves(void);

/* True if the motors have their supply. */
bool guard_powered(void);

/* Switch on only the supply to prove that the chain stands, then release the latched faults; false if that cannot be
 * done now. */
bool guard_prove(uint32_t now_ms);

#endif
