/* The signals the host has not acknowledged: the last MAX_UNACKNOWLEDGED, numbered from boot. */
#ifndef JANTAKU_SIGNALS_H
#define JANTAKU_SIGNALS_H

#include "messages.h"

void signals_start(void);

/* Keep a signal; true if the oldest had to be dropped for it. Each snapshot (Levels, Health) is kept once: together
 * with the signals after it, it already gives the present state. */
bool signals_add(uint8_t id, uint32_t at_ms, const uint8_t *fields, uint8_t size);

/* The number of signals that wait. */
uint8_t signals_kept(void);

/* Number of the oldest. */
uint32_t signals_oldest(void);

/* Write the oldest as a payload; returns its size. */
uint8_t signals_write(uint8_t *id, uint8_t *payload);

/* Forget the oldest. */
void signals_drop(void);

/* Signals dropped unacknowledged since boot. */
uint32_t signals_lost(void);

#endif
