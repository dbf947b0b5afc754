/* The input chain, debounced; every change is told with the time of its first edge. */
#ifndef JANTAKU_INPUTS_H
#define JANTAKU_INPUTS_H

#include "hal.h"

#define ALL_CHAIRS 15u

void inputs_start(uint32_t now_ms);

/* Told that a debounced input changed at at_ms. */
typedef void (*input_changed)(uint8_t input, bool on, uint32_t at_ms);

/* Read the chain and tell what changed. */
void inputs_poll(input_changed changed, uint32_t now_ms);

/* Milliseconds until a bounce is over or a held input is looked at, NEVER if there is none. */
uint32_t inputs_next(uint32_t now_ms);

/* As the pin stands, bounces and all. */
bool input_raw(uint8_t input);

/* As it was last reported. */
bool input(uint8_t input);

/* The pin has risen since the poll before. */
bool input_rose(uint8_t input);

/* The pin has changed since the poll before. */
bool input_moved(uint8_t input);

/* The curtain's line is free, and has been for the whole debounce time. */
bool curtain_clear(uint8_t chair);

/* The first chair whose curtain is not clear, CHAIRS if all are. */
uint8_t curtain_broken(void);

/* Inputs in a row as a mask. */
uint8_t input_mask(uint8_t first, uint8_t count);

/* Two or more chairs press their set buttons; one that is stuck does not count. */
bool set_pressed_twice(void);

/* Mask of enum fault_name: curtains and buttons that have been on for too long. */
uint8_t inputs_faults(void);

#endif
