/* The centre lid. */
#ifndef JANTAKU_LID_H
#define JANTAKU_LID_H

#include "motions.h"

extern const struct part lid_part;

#endif
