/* The two dice. */
#ifndef JANTAKU_DICE_H
#define JANTAKU_DICE_H

#include "motions.h"

extern const struct part dice_part;

#endif
