/* The devices on the ATmega's SPI bus: input and output registers, displays, converters, all on the machine model. */
#ifndef JANTAKU_BUS_H
#define JANTAKU_BUS_H

#include <simavr/sim_avr.h>

/* Wire the devices to the pins; `sync` brings the machine to the present before it is read or switched. */
void bus_connect(avr_t *avr, void (*sync)(void));

/* The pins float: every output is off. */
void bus_reset(void);

#endif
