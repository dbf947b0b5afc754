/* One table for each part. */
#include "parts.h"

#include "deal.h"
#include "dice.h"
#include "flash.h"
#include "lid.h"
#include "lifts.h"
#include "shuffle.h"

static const struct part *const ALL[PARTS] IN_FLASH = {
    [PART_LIFTS] = &lifts_part, [PART_LID] = &lid_part,   [PART_SHUFFLE] = &shuffle_part,
    [PART_DICE] = &dice_part,   [PART_DEAL] = &deal_part,
};

void parts_start(uint8_t suspect)
{
    motions_start(ALL);
    lifts_start();
    shuffle_start(suspect);
}
