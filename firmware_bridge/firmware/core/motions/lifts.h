/* The four wall lifts and the pushers that load them. */
#ifndef JANTAKU_LIFTS_H
#define JANTAKU_LIFTS_H

#include "motions.h"

extern const struct part lifts_part;

void lifts_start(void);

#endif
