/* All parts of the machine that move. */
#ifndef JANTAKU_PARTS_H
#define JANTAKU_PARTS_H

#include "motions.h"

/* Start motions and parts; suspect: see shuffle_start(). */
void parts_start(uint8_t suspect);

#endif
