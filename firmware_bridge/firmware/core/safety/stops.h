/* Emergency stop and over-current, which stop everything at once, and their release. */
#ifndef JANTAKU_STOPS_H
#define JANTAKU_STOPS_H

#include <stdbool.h>
#include <stdint.h>

void stops_start(void);

/* Check the emergency stop and the motors' supply. */
void stops_poll(uint32_t now_ms);

/* Milliseconds until an over-current has lasted too long, NEVER if there is none. */
uint32_t stops_next(uint32_t now_ms);

/* Release the latched faults; false while a cause remains. If the chain ran on, it is first watched with the supply
 * on. */
bool stops_release(uint32_t now_ms);

#endif
