/* The ATmega's serial line at 115200 baud: every byte takes its time, both ways. */
#ifndef JANTAKU_UART_H
#define JANTAKU_UART_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stddef.h>

void uart_connect(avr_t *avr);

/* The microcontroller was reset: bytes under way are lost. */
void uart_reset(void);

/* Bytes came over the line now. */
void uart_feed(const uint8_t *bytes, size_t size);

/* True if bytes are under way in either direction. */
bool uart_busy(void);

/* Pass on what has been sent completely: whole frames, or with `all` every byte. */
void uart_flush(bool all);

#endif
