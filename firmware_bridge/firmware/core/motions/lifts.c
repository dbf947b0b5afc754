/* The four wall lifts: lower, push the stacked walls on, raise; a lift stands still while its curtain is broken.
 *
 * A carriage that an interrupted deal has left halfway round goes home while the lifts are down and empty, so it finds no
 * tile to give. If it cannot, it is left where it is, since people can deal.
 *
 * If raising the walls was interrupted, they stand on lifts that are not all up. The next raise goes on from there: with
 * all lifts down, the pusher, which may have been interrupted too, goes to its end again. */
#include "lifts.h"

#include <string.h>

#include "currents.h"
#include "deal.h"
#include "flash.h"
#include "inputs.h"
#include "messages.h"
#include "shuffle.h"

#define LIFT_LONGEST_MS 6000u /* motor time; travel is 2.5 s */
#define LIFT_NEAR_END_MS 2000u
#define LIFT_LEVEL_MS 1500u   /* more motor time than the first to arrive */
#define BLOCKED_MS 10000u     /* patience with a hand across the line */
#define PUSH_LONGEST_MS 5000u
#define HOME_LONGEST_MS 20000u /* more than once round, and patience with hands */
#define LONGEST_MS 60000u     /* all phases, however often hands come and go */

enum { LOWERING, GOING_HOME, PUSHING, RAISING };

static struct {
    uint8_t set;
    uint8_t loaded;              /* the set last pushed on, ANY_SET since boot */
    bool unfinished;             /* and its raising has not come to its end */
    uint16_t on_ms[CHAIRS];      /* motor time in this phase */
    uint32_t blocked_ms[CHAIRS]; /* since when the curtain holds it */
    uint8_t blocked;             /* mask */
    uint32_t polled_ms;
} lifts;

void lifts_start(void)
{
    memset(&lifts, 0, sizeof lifts);
    lifts.loaded = ANY_SET;
}

/* Walls stand on lifts that were to rise. */
static bool broken_off(void)
{
    return input_mask(IN_WALL, CHAIRS) && (lifts.unfinished || input_mask(IN_LIFT_UP, CHAIRS) != ALL_CHAIRS);
}

static uint8_t lifts_check(const struct order *order)
{
    uint8_t set = order->set;
    if (activity(PART_LIFTS)->on || activity(PART_DEAL)->on)
        return RESULT_BUSY;
    if (order->motion == MOTION_LOWER_WALLS)
        return RESULT_STARTED;
    uint8_t stacked = sets_stacked();
    bool ready = set == ANY_SET ? stacked : (stacked >> set) & 1;
    if (broken_off())
        return set == ANY_SET || set == lifts.loaded || (lifts.loaded == ANY_SET && !ready) ? RESULT_STARTED
                                                                                           : RESULT_LIFTS_LOADED;
    if (!ready)
        return RESULT_NOT_STACKED;
    return input_mask(IN_WALL, CHAIRS) ? RESULT_LIFTS_LOADED : RESULT_STARTED;
}

static void begin_travel(uint32_t now_ms)
{
    memset(lifts.on_ms, 0, sizeof lifts.on_ms);
    lifts.blocked = 0;
    lifts.polled_ms = now_ms;
}

static void lifts_begin(struct activity *a, const struct order *order, uint32_t now_ms)
{
    uint8_t set = order->set;
    begin_travel(now_ms);
    if (a->motion == MOTION_LOWER_WALLS)
        return;
    deal_new_walls();
    if (!broken_off()) {
        lifts.set = set != ANY_SET ? set : sets_stacked() & 1 ? 0 : 1;
        return;
    }
    lifts.set = lifts.loaded != ANY_SET ? lifts.loaded : set;
    bool push = lifts.set != ANY_SET && input_mask(IN_LIFT_DOWN, CHAIRS) == ALL_CHAIRS;
    enter_phase(a, push ? PUSHING : RAISING, now_ms);
}

/* Drive one lift towards `to`; true when it has arrived. Ends the motion when something is wrong. */
static bool drive(uint8_t chair, uint8_t to, uint8_t from, uint8_t out, uint32_t gone_ms, uint32_t now_ms)
{
    uint8_t motor = (uint8_t)(out + chair);
    if (pin(outputs, motor))
        lifts.on_ms[chair] = (uint16_t)(lifts.on_ms[chair] + gone_ms);
    if (input_raw((uint8_t)(to + chair)) && input_raw((uint8_t)(from + chair))) {
        motion_end(PART_LIFTS, OUTCOME_LIFT_SWITCH_STUCK, chair, now_ms);
        return false;
    }
    if (input_raw((uint8_t)(to + chair))) {
        set_pin(outputs, motor, false);
        lifts.blocked = (uint8_t)(lifts.blocked & ~(1u << chair));
        return input((uint8_t)(to + chair)); /* the motor is off; it has arrived when the switch has settled */
    }
    if (motor_jammed((uint8_t)(MOTOR_LIFT_0 + chair))) {
        bool at_end = lifts.on_ms[chair] >= LIFT_NEAR_END_MS;
        motion_end(PART_LIFTS, at_end ? OUTCOME_LIFT_SWITCH_OPEN : OUTCOME_LIFT_JAMMED, chair, now_ms);
        return false;
    }
    if (!curtain_clear(chair)) {
        if (!((lifts.blocked >> chair) & 1))
            lifts.blocked_ms[chair] = now_ms;
        lifts.blocked = (uint8_t)(lifts.blocked | (1u << chair));
        set_pin(outputs, motor, false);
        if (now_ms - lifts.blocked_ms[chair] >= BLOCKED_MS)
            motion_end(PART_LIFTS, OUTCOME_CURTAIN_BLOCKED, chair, now_ms);
        return false;
    }
    lifts.blocked = (uint8_t)(lifts.blocked & ~(1u << chair));
    if (lifts.on_ms[chair] >= LIFT_LONGEST_MS) {
        motion_end(PART_LIFTS, OUTCOME_LIFT_TIMEOUT, chair, now_ms);
        return false;
    }
    set_pin(outputs, motor, true);
    return false;
}

/* Drive all lifts; true when all have arrived. */
static bool travel(uint8_t to, uint8_t from, uint8_t out, uint32_t now_ms)
{
    uint32_t gone_ms = now_ms - lifts.polled_ms;
    uint8_t arrived = 0;
    uint16_t first_ms = LIFT_LONGEST_MS;
    lifts.polled_ms = now_ms;
    for (uint8_t chair = 0; chair < CHAIRS && activity(PART_LIFTS)->on; chair++) {
        if (!drive(chair, to, from, out, gone_ms, now_ms))
            continue;
        arrived = (uint8_t)(arrived | (1u << chair));
        if (lifts.on_ms[chair] && lifts.on_ms[chair] < first_ms)
            first_ms = lifts.on_ms[chair];
    }
    for (uint8_t chair = 0; chair < CHAIRS && activity(PART_LIFTS)->on; chair++) {
        if (!((arrived >> chair) & 1) && lifts.on_ms[chair] >= first_ms + LIFT_LEVEL_MS)
            motion_end(PART_LIFTS, input((uint8_t)(from + chair)) ? OUTCOME_LIFT_TIMEOUT : OUTCOME_LIFT_NOT_LEVEL, chair,
                       now_ms);
    }
    return arrived == ALL_CHAIRS;
}

/* The whole motion has taken too long: because of the curtains if one is broken now. */
static void give_up(uint32_t now_ms)
{
    uint8_t chair = 0;
    while (chair < CHAIRS - 1u && !((lifts.blocked >> chair) & 1))
        chair++;
    motion_end(PART_LIFTS, lifts.blocked ? OUTCOME_CURTAIN_BLOCKED : OUTCOME_LIFT_TIMEOUT, chair, now_ms);
}

/* Bring the dealer's carriage home. */
static void go_home(struct activity *a, uint32_t now_ms)
{
    uint8_t chair = curtain_broken();
    bool late = now_ms - a->since_ms >= HOME_LONGEST_MS;
    if (late && chair < CHAIRS) {
        motion_end(PART_LIFTS, OUTCOME_CURTAIN_BLOCKED, chair, now_ms);
        return;
    }
    bool on = deal_astray() && !late && !motor_jammed(MOTOR_DEALER);
    set_pin(outputs, OUT_DEAL, on && chair == CHAIRS);
    if (!on)
        enter_phase(a, PUSHING, now_ms);
}

static void push(struct activity *a, uint32_t now_ms)
{
    uint8_t motor = (uint8_t)(OUT_PUSHER + lifts.set);
    lifts.loaded = lifts.set;
    lifts.unfinished = true;
    if (input_raw(IN_PUSHER)) {
        set_pin(outputs, motor, false);
        enter_phase(a, RAISING, now_ms);
        begin_travel(now_ms);
        return;
    }
    if (motor_jammed(MOTOR_PUSHER) || now_ms - a->since_ms >= PUSH_LONGEST_MS) {
        motion_end(PART_LIFTS, OUTCOME_PUSHER_STUCK, 0, now_ms);
        return;
    }
    set_pin(outputs, motor, true);
}

static void lifts_poll(struct activity *a, uint32_t now_ms)
{
    if (now_ms - a->began_ms >= LONGEST_MS) {
        give_up(now_ms);
        return;
    }
    if (a->phase == LOWERING && travel(IN_LIFT_DOWN, IN_LIFT_UP, OUT_LIFT_DOWN, now_ms)) {
        if (a->motion == MOTION_LOWER_WALLS) {
            motion_end(PART_LIFTS, OUTCOME_REACHED, 0, now_ms);
            return;
        }
        enter_phase(a, GOING_HOME, now_ms);
    }
    if (a->on && a->phase == GOING_HOME)
        go_home(a, now_ms);
    if (a->on && a->phase == PUSHING)
        push(a, now_ms);
    if (a->on && a->phase == RAISING && travel(IN_LIFT_UP, IN_LIFT_DOWN, OUT_LIFT_UP, now_ms) && a->on) {
        lifts.unfinished = false;
        motion_end(PART_LIFTS, OUTCOME_REACHED, 0, now_ms);
    }
}

static uint32_t lifts_next(const struct activity *a, uint32_t now_ms)
{
    uint32_t next = left_of(a->began_ms, LONGEST_MS, now_ms);
    if (a->phase == GOING_HOME)
        return sooner(next, left_of(a->since_ms, HOME_LONGEST_MS, now_ms));
    if (a->phase == PUSHING)
        return sooner(next, left_of(a->since_ms, PUSH_LONGEST_MS, now_ms));
    uint8_t out = a->phase == RAISING ? OUT_LIFT_UP : OUT_LIFT_DOWN;
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        if ((lifts.blocked >> chair) & 1)
            next = sooner(next, left_of(lifts.blocked_ms[chair], BLOCKED_MS, now_ms));
        if (!pin(outputs, (uint8_t)(out + chair)))
            continue;
        /* The motor-time limits are checked no later than this. */
        uint32_t ran = lifts.on_ms[chair] + (now_ms - lifts.polled_ms);
        next = sooner(next, 250u - ran % 250u);
    }
    return next;
}

const struct part lifts_part IN_FLASH = {
    .motions = 1u << MOTION_RAISE_WALLS | 1u << MOTION_LOWER_WALLS,
    /* The carriage on its way home; the two parts never run at once. */
    .motors = MOTORS_OF(OUT_MASK(OUT_LIFT_UP, 2 * CHAIRS) | OUT_MASK(OUT_PUSHER, SETS) | OUT_MASK(OUT_DEAL, 1)),
    .check = lifts_check,
    .begin = lifts_begin,
    .poll = lifts_poll,
    .next = lifts_next,
};
