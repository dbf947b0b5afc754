/* The motors' currents and the drivers' temperature. */
#ifndef JANTAKU_CURRENTS_H
#define JANTAKU_CURRENTS_H

#include <stdbool.h>
#include <stdint.h>

void currents_start(void);

/* Read the currents of the motors that are on, and now and then the temperature. */
void currents_poll(uint32_t now_ms);

/* Milliseconds until something must be read, NEVER if nothing is on. */
uint32_t currents_next(uint32_t now_ms);

/* True if the motor has drawn its stall current for longer than a start takes. */
bool motor_jammed(uint8_t motor);

/* Read the temperature now; true if the drivers may be used. */
bool drivers_cool(uint32_t now_ms);

/* Queue Health. */
void report_health(uint32_t now_ms);

#endif
