/* The centre lid: opens and closes between two switches, and does not close while a hand is over the table. If it still
 * meets something while closing, it stops at once, opens again and reports that. */
#include "lid.h"

#include "currents.h"
#include "flash.h"
#include "inputs.h"
#include "messages.h"

#define LID_LONGEST_MS 5000u /* motor time; travel is 1.5 s */
#define BLOCKED_MS 10000u    /* patience with hands */
#define LONGEST_MS 60000u    /* however often hands come and go */
#define STAND_MS 200u        /* the motor comes to rest before it turns the other way */

enum { TRAVELLING, STANDING, BACKING_OFF };

static struct {
    uint16_t on_ms; /* motor time */
    uint32_t polled_ms;
    bool blocked;
    uint32_t blocked_ms;
} lid;

static uint8_t lid_check(const struct order *order)
{
    if (activity(PART_LID)->on)
        return RESULT_BUSY;
    return order->motion == MOTION_OPEN_LID && activity(PART_SHUFFLE)->on ? RESULT_DRUM_TURNING : RESULT_STARTED;
}

static void set_out(uint32_t now_ms)
{
    lid.on_ms = 0;
    lid.polled_ms = now_ms;
    lid.blocked = false;
}

static void lid_begin(struct activity *a, const struct order *order, uint32_t now_ms)
{
    (void)a, (void)order;
    set_out(now_ms);
}

/* A hand keeps the lid from closing; true when it has done so for too long. */
static bool held_up(uint32_t now_ms)
{
    bool broken = curtain_broken() < CHAIRS;
    if (broken && !lid.blocked)
        lid.blocked_ms = now_ms;
    lid.blocked = broken;
    return broken && now_ms - lid.blocked_ms >= BLOCKED_MS;
}

static bool closes(const struct activity *a)
{
    return a->motion == MOTION_CLOSE_LID && a->phase == TRAVELLING;
}

/* Something holds the lid. If it was closing and has left its open end, it opens again. */
static void held(struct activity *a, uint32_t now_ms)
{
    if (!closes(a) || input(IN_LID_OPEN)) {
        motion_end(PART_LID, OUTCOME_LID_BLOCKED, 0, now_ms);
        return;
    }
    set_pin(outputs, OUT_LID_CLOSE, false);
    enter_phase(a, STANDING, now_ms);
}

static void back_off(struct activity *a, uint32_t now_ms)
{
    set_out(now_ms);
    enter_phase(a, BACKING_OFF, now_ms);
}

static void lid_poll(struct activity *a, uint32_t now_ms)
{
    if (a->phase == STANDING) {
        if (now_ms - a->since_ms >= STAND_MS)
            back_off(a, now_ms);
        return;
    }
    bool closing = closes(a);
    uint8_t end = closing ? IN_LID_CLOSED : IN_LID_OPEN, motor = closing ? OUT_LID_CLOSE : OUT_LID_OPEN;
    if (pin(outputs, motor))
        lid.on_ms = (uint16_t)(lid.on_ms + (now_ms - lid.polled_ms));
    lid.polled_ms = now_ms;
    if (input_raw(end) && input(end)) {
        motion_end(PART_LID, a->phase == BACKING_OFF ? OUTCOME_LID_OBSTRUCTED : OUTCOME_REACHED, 0, now_ms);
        return;
    }
    if (motor_jammed(MOTOR_LID) || lid.on_ms >= LID_LONGEST_MS) {
        held(a, now_ms);
        return;
    }
    if ((closing && held_up(now_ms)) || (a->phase == TRAVELLING && now_ms - a->began_ms >= LONGEST_MS)) {
        uint8_t chair = curtain_broken();
        motion_end(PART_LID, chair < CHAIRS ? OUTCOME_CURTAIN_BLOCKED : OUTCOME_LID_BLOCKED, chair < CHAIRS ? chair : 0,
                   now_ms);
        return;
    }
    /* The motor stops at the switch's first touch, the motion ends when the switch has settled. */
    set_pin(outputs, motor, !input_raw(end) && !lid.blocked);
}

static uint32_t lid_next(const struct activity *a, uint32_t now_ms)
{
    if (a->phase == STANDING)
        return left_of(a->since_ms, STAND_MS, now_ms);
    uint32_t next = a->phase == TRAVELLING ? left_of(a->began_ms, LONGEST_MS, now_ms) : NEVER;
    if (lid.blocked)
        return sooner(next, left_of(lid.blocked_ms, BLOCKED_MS, now_ms));
    return sooner(next, lid.on_ms >= LID_LONGEST_MS ? 0 : left_of(lid.polled_ms, LID_LONGEST_MS - lid.on_ms, now_ms));
}

const struct part lid_part IN_FLASH = {
    .motions = 1u << MOTION_OPEN_LID | 1u << MOTION_CLOSE_LID,
    .motors = MOTORS_OF(OUT_MASK(OUT_LID_OPEN, 2)),
    .check = lid_check,
    .begin = lid_begin,
    .poll = lid_poll,
    .next = lid_next,
};
