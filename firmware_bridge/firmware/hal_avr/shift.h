/* The shift registers and displays on the SPI bus. */
#ifndef JANTAKU_SHIFT_H
#define JANTAKU_SHIFT_H

/* Outputs off, displays on and dark. */
void shift_start(void);

#endif
