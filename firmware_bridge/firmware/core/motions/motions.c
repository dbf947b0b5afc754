/* Goals, beginning and ending of motions; the parts' own state machines are in their files. */
#include "motions.h"

#include <string.h>

uint8_t outputs[OUTPUT_BYTES];
static struct activity activities[PARTS];
static uint16_t goals;

static enum part part_of(uint8_t motion)
{
    switch (motion) {
    case MOTION_SHUFFLE:
        return PART_SHUFFLE;
    case MOTION_OPEN_LID:
    case MOTION_CLOSE_LID:
        return PART_LID;
    case MOTION_ROLL_DICE:
        return PART_DICE;
    case MOTION_DEAL:
        return PART_DEAL;
    default:
        return PART_LIFTS;
    }
}

void motions_start(uint8_t suspect)
{
    memset(activities, 0, sizeof activities);
    memset(outputs, 0, sizeof outputs);
    goals = 0;
    lifts_start();
    shuffle_start(suspect);
}

struct activity *activity(enum part part)
{
    return &activities[part];
}

void enter_phase(struct activity *a, uint8_t phase, uint32_t now_ms)
{
    a->phase = phase;
    a->since_ms = now_ms;
}

struct answer_to motion_begin(uint8_t motion, uint32_t now_ms)
{
    struct activity *a = &activities[part_of(motion)];
    goals = (uint16_t)(goals == 0xFFFFu ? 1u : goals + 1u);
    a->on = true;
    a->motion = motion;
    a->goal = goals;
    a->began_ms = now_ms;
    enter_phase(a, 0, now_ms);
    return (struct answer_to){.result = RESULT_STARTED, .goal = goals};
}

static void off(uint8_t first, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        set_pin(outputs, (uint8_t)(first + i), false);
}

static void motors_off(enum part part)
{
    switch (part) {
    case PART_LIFTS:
        off(OUT_LIFT_UP, 2 * CHAIRS);
        off(OUT_PUSHER, SETS);
        off(OUT_DEAL, 1); /* on its way home; the two never run at once */
        break;
    case PART_LID:
        off(OUT_LID_OPEN, 2);
        break;
    case PART_SHUFFLE:
        off(OUT_DRUM, 3);
        off(OUT_SET, 1);
        break;
    case PART_DICE:
        off(OUT_DICE, 1);
        break;
    default:
        off(OUT_DEAL, 1);
        off(OUT_DEAL_TO, 2);
        break;
    }
}

void motion_end(enum part part, uint8_t outcome, uint8_t detail, uint32_t now_ms)
{
    struct activity *a = &activities[part];
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct motion_done m = {.goal = a->goal, .motion = a->motion, .outcome = outcome, .detail = detail};
    motors_off(part);
    a->on = false;
    pack_motion_done(fields, &m);
    link_signal(ID_MOTION_DONE, now_ms, fields, SIZE_MOTION_DONE);
}

void motions_abort(uint16_t goal, uint8_t outcome, uint32_t now_ms)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on && (goal == 0 || goal == activities[part].goal))
            motion_end((enum part)part, outcome, 0, now_ms);
    }
}

/* How long a moving part has gone on without a word from the host. */
static uint32_t unheard(const struct activity *a, uint32_t silent_ms, uint32_t now_ms)
{
    return sooner(silent_ms, now_ms - a->began_ms);
}

void motions_unheard(uint32_t silent_ms, uint32_t now_ms)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on && unheard(&activities[part], silent_ms, now_ms) >= SILENCE_MS)
            motion_end((enum part)part, OUTCOME_HOST_SILENT, 0, now_ms);
    }
}

uint8_t motions_mask(void)
{
    uint8_t mask = 0;
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on)
            mask = (uint8_t)(mask | (1u << activities[part].motion));
    }
    return mask;
}

void motions_poll(uint32_t now_ms)
{
    if (activities[PART_LIFTS].on)
        lifts_poll(&activities[PART_LIFTS], now_ms);
    if (activities[PART_LID].on)
        lid_poll(&activities[PART_LID], now_ms);
    if (activities[PART_SHUFFLE].on)
        shuffle_poll(&activities[PART_SHUFFLE], now_ms);
    if (activities[PART_DICE].on)
        dice_poll(&activities[PART_DICE], now_ms);
    if (activities[PART_DEAL].on)
        deal_poll(&activities[PART_DEAL], now_ms);
}

uint32_t motions_next(uint32_t silent_ms, uint32_t now_ms)
{
    uint32_t next = NEVER;
    for (uint8_t part = 0; part < PARTS; part++) {
        uint32_t silent = activities[part].on ? unheard(&activities[part], silent_ms, now_ms) : 0;
        if (activities[part].on)
            next = sooner(next, silent >= SILENCE_MS ? 0 : SILENCE_MS - silent);
    }
    if (activities[PART_LIFTS].on)
        next = sooner(next, lifts_next(&activities[PART_LIFTS], now_ms));
    if (activities[PART_LID].on)
        next = sooner(next, lid_next(&activities[PART_LID], now_ms));
    if (activities[PART_SHUFFLE].on)
        next = sooner(next, shuffle_next(&activities[PART_SHUFFLE], now_ms));
    if (activities[PART_DICE].on)
        next = sooner(next, dice_next(&activities[PART_DICE], now_ms));
    if (activities[PART_DEAL].on)
        next = sooner(next, deal_next(&activities[PART_DEAL], now_ms));
    return next;
}
