/* The centre lid: opens and closes between two switches. */
#include "inputs.h"
#include "motions.h"

#define LID_LONGEST_MS 5000u /* travel is 1.5 s */

void lid_poll(struct activity *a, uint32_t now_ms)
{
    bool opening = a->motion == MOTION_OPEN_LID;
    uint8_t end = opening ? IN_LID_OPEN : IN_LID_CLOSED;
    if (input_raw(end) && input(end)) {
        motion_end(PART_LID, OUTCOME_REACHED, 0, now_ms);
        return;
    }
    if (now_ms - a->since_ms >= LID_LONGEST_MS) {
        motion_end(PART_LID, OUTCOME_LID_BLOCKED, 0, now_ms);
        return;
    }
    /* The motor stops at the switch's first touch, the motion ends when the switch has settled. */
    set_pin(outputs, OUT_LID_OPEN, opening && !input_raw(end));
    set_pin(outputs, OUT_LID_CLOSE, !opening && !input_raw(end));
}

uint32_t lid_next(const struct activity *a, uint32_t now_ms)
{
    return left_of(a->since_ms, LID_LONGEST_MS, now_ms);
}
