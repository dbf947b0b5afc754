/* Goals, beginning and ending of motions; the parts' own state machines are in their files. */
#include "motions.h"

#include <string.h>

#include "hal.h"

uint8_t outputs[OUTPUT_BYTES];
static struct activity activities[PARTS];
static uint16_t goals;

static const uint8_t PART_OF[MOTION_COUNT] = {
    [MOTION_RAISE_WALLS] = PART_LIFTS, [MOTION_LOWER_WALLS] = PART_LIFTS, [MOTION_SHUFFLE] = PART_SHUFFLE,
    [MOTION_OPEN_LID] = PART_LID,      [MOTION_CLOSE_LID] = PART_LID,     [MOTION_ROLL_DICE] = PART_DICE,
};

/* First output of each part and how many; all are off when the part rests. */
static const uint8_t OUTPUTS_OF[PARTS][2] = {
    [PART_LIFTS] = {OUT_LIFT_UP, 8}, [PART_LID] = {OUT_LID_OPEN, 2}, [PART_SHUFFLE] = {OUT_DRUM, 4}, [PART_DICE] = {OUT_DICE, 1}};

void motions_start(void)
{
    memset(activities, 0, sizeof activities);
    memset(outputs, 0, sizeof outputs);
    goals = 0;
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
    struct activity *a = &activities[PART_OF[motion]];
    goals = (uint16_t)(goals == 0xFFFFu ? 1u : goals + 1u);
    a->on = true;
    a->motion = motion;
    a->goal = goals;
    a->began_ms = now_ms;
    enter_phase(a, 0, now_ms);
    return (struct answer_to){.result = RESULT_STARTED, .goal = goals};
}

static void motors_off(enum part part)
{
    for (uint8_t i = 0; i < OUTPUTS_OF[part][1]; i++)
        set_pin(outputs, (uint8_t)(OUTPUTS_OF[part][0] + i), false);
    if (part == PART_LIFTS) {
        set_pin(outputs, OUT_PUSHER, false);
        set_pin(outputs, OUT_PUSHER + 1, false);
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
    return next;
}
