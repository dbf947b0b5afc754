/* The port to the hardware; hal_host and hal_avr each provide it. */
#ifndef JANTAKU_HAL_H
#define JANTAKU_HAL_H

#include "pins.h"

/* The input chain as it stands now, IN_* bits. */
void hal_read_inputs(uint8_t in[INPUT_BYTES]);

/* Set the output chain, OUT_* bits. */
void hal_write_outputs(const uint8_t out[OUTPUT_BYTES]);

/* An analogue channel: a motor's current in mA, or enum analog in its unit. */
int16_t hal_read_analog(uint8_t channel);

/* Show a number on a display (SHOW_*). */
void hal_show(uint8_t display, int32_t value);

/* Send bytes to the host; all of them or, if the line is full, none. */
void hal_send(const uint8_t *bytes, uint8_t size);

/* 32 unpredictable bits, from the converter's noise. */
uint32_t hal_entropy(void);

/* One byte that survives resets and loss of power; its first value is arbitrary. Writing the same value again is
 * free. */
void hal_keep(uint8_t value);
uint8_t hal_kept(void);

#endif
