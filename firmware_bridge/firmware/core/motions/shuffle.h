/* Shuffling, and which sets stand ready. */
#ifndef JANTAKU_SHUFFLE_H
#define JANTAKU_SHUFFLE_H

#include "motions.h"

extern const struct part shuffle_part;

/* suspect: the value of sets_suspect() before the reset. */
void shuffle_start(uint8_t suspect);

/* Mask of the sets that stand in their stacker, counted or found there at power-on. */
uint8_t sets_stacked(void);

/* Mask of the sets whose last shuffle went wrong; a set that is being shuffled keeps its last mark. */
uint8_t sets_suspect(uint8_t kept);

#endif
