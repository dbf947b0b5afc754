/* The automatic deal, where one is fitted. */
#ifndef JANTAKU_DEAL_H
#define JANTAKU_DEAL_H

#include "motions.h"

extern const struct part deal_part;

/* Other walls have come up: forget a deal that was broken off. */
void deal_new_walls(void);

/* True if the carriage stands half way round. */
bool deal_astray(void);

#endif
