/* The microcontroller: the core compiled in (hal_host) or the ATmega's image in a simulator (hal_simavr). */
#ifndef JANTAKU_UNIT_BACKEND_H
#define JANTAKU_UNIT_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Take an option of the command line; false if it is not this microcontroller's. */
bool backend_option(const char *name, const char *value);

/* Switch the supply on. */
void backend_start(void);

/* Bytes came over the line now. */
void backend_receive(const uint8_t *bytes, size_t size);

/* Let time run to until_us; stop early and return true once bytes were sent. */
bool backend_run(int64_t until_us);

/* The time at which the unit or the machine may next act by itself. */
int64_t backend_next_us(void);

/* Reset the microcontroller alone; the machine stays as it stands. */
void backend_reset(uint8_t cause);

/* State as text, `key=value`. */
void backend_report(char *text, size_t size);

#endif
