/* The input chain, debounced; every change is reported with the time of its first edge. */
#ifndef JANTAKU_INPUTS_H
#define JANTAKU_INPUTS_H

#include "hal.h"

#define ALL_CHAIRS 15u

void inputs_start(uint32_t now_ms);

/* Called when a debounced input has changed; at_ms is the time. */
typedef void (*input_changed)(uint8_t input, bool on, uint32_t at_ms);

/* Read the chain and report changes. */
void inputs_poll(input_changed changed, uint32_t now_ms);

/* Milliseconds until a bounce is over or a held input must be checked, NEVER if there is none. */
uint32_t inputs_next(uint32_t now_ms);

/* The pin's present level, with its bounces. */
bool input_raw(uint8_t input);

/* The level that was last reported. */
bool input(uint8_t input);

/* The pin has risen since the poll before. */
bool input_rose(uint8_t input);

/* The pin has changed since the poll before. */
bool input_moved(uint8_t input);

/* The curtain's line is free, and has been for the whole debounce time. */
bool curtain_clear(uint8_t chair);

/* The first chair whose curtain is not clear, CHAIRS if all are. */
uint8_t curtain_broken(void);

/* Consecutive inputs as a mask. */
uint8_t input_mask(uint8_t first, uint8_t count);

/* Two or more chairs press their set buttons; one that is stuck does not count. */
bool set_pressed_twice(void);

/* Mask of enum fault_name: curtains and buttons that have been on for too long. */
uint8_t inputs_faults(void);

#endif
