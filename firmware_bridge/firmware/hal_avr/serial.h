/* The serial line to the host, 115200 baud, both ways through rings filled and emptied by interrupts. */
#ifndef JANTAKU_SERIAL_H
#define JANTAKU_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);

/* The next received byte; false if there is none. */
bool serial_take(uint8_t *byte);

/* True if there is one; with interrupts off the answer stays valid. */
bool serial_waits(void);

#endif
