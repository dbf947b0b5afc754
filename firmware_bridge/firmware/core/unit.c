/* Requests, faults that latch, the emergency opening, and the order of things in one poll. */
#include "unit.h"

#include <string.h>

#include "hal.h"
#include "inputs.h"
#include "motions.h"

#define OVER_CURRENT_MS 20u /* a motor's inrush is shorter */
#define EMERGENCY_OPEN_MS 500u

static struct {
    uint8_t latched; /* mask by enum fault_name */
    bool over_current;
    uint32_t over_current_ms;
    bool two_sets; /* two set buttons are down */
    bool opened;   /* and the lid was opened for it */
    uint32_t two_sets_ms;
    uint16_t probes; /* since boot */
    uint8_t written[OUTPUT_BYTES];
} unit;

void unit_start(uint8_t reset_cause, uint32_t boot_nonce, uint32_t now_ms)
{
    memset(&unit, 0, sizeof unit);
    link_start(reset_cause, boot_nonce);
    motions_start();
    inputs_start(now_ms);
    hal_write_outputs(outputs);
    for (uint8_t display = 0; display < DISPLAYS; display++)
        hal_show(display, display == SHOW_DEALER ? 255 : 0);
}

static struct answer_to plain(uint8_t result)
{
    return (struct answer_to){.result = result, .goal = 0};
}

static struct answer_to begin_lifts(uint8_t motion, uint8_t set, uint32_t now_ms)
{
    uint8_t result = lifts_check(motion, set);
    if (result != RESULT_STARTED)
        return plain(result);
    struct answer_to answer = motion_begin(motion, now_ms);
    lifts_begin(set, now_ms);
    return answer;
}

static struct answer_to begin_lid(uint8_t motion, uint32_t now_ms)
{
    if (activity(PART_LID)->on)
        return plain(RESULT_BUSY);
    if (motion == MOTION_OPEN_LID && activity(PART_SHUFFLE)->on)
        return plain(RESULT_DRUM_TURNING);
    return motion_begin(motion, now_ms);
}

static struct answer_to begin_shuffle(uint8_t set, uint32_t now_ms)
{
    uint8_t result = shuffle_check(set);
    if (result != RESULT_STARTED)
        return plain(result);
    struct answer_to answer = motion_begin(MOTION_SHUFFLE, now_ms);
    shuffle_begin(set);
    return answer;
}

static struct answer_to begin_dice(uint32_t seed, uint32_t now_ms)
{
    if (activity(PART_DICE)->on)
        return plain(RESULT_BUSY);
    dice_begin(seed);
    return motion_begin(MOTION_ROLL_DICE, now_ms);
}

static void report_fault(uint8_t name, bool active, uint32_t now_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct fault m = {.fault = name, .chair = 255, .active = active};
    pack_fault(fields, &m);
    link_signal(ID_FAULT, now_ms, fields, SIZE_FAULT);
}

static void latch(uint8_t name, uint32_t now_ms)
{
    if ((unit.latched >> name) & 1)
        return;
    unit.latched = (uint8_t)(unit.latched | (1u << name));
    motions_abort(0, OUTCOME_LATCHED, now_ms);
    report_fault(name, true, now_ms);
}

static struct answer_to reset_faults(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY) || input_raw(IN_OVER_CURRENT))
        return plain(RESULT_STILL_ACTIVE);
    for (uint8_t name = 0; name < FAULT_NAME_CURTAIN_DIRTY; name++) {
        if ((unit.latched >> name) & 1)
            report_fault(name, false, now_ms);
    }
    unit.latched = 0;
    return plain(RESULT_DONE);
}

static struct answer_to show(uint8_t id, const uint8_t *at, uint8_t size)
{
    struct show_honba honba;
    struct show_round round;
    struct show_points points;
    struct show_dealer dealer;
    if (id == ID_SHOW_HONBA && unpack_show_honba(at, size, &honba))
        hal_show(SHOW_HONBA, honba.honba);
    else if (id == ID_SHOW_ROUND && unpack_show_round(at, size, &round))
        hal_show(SHOW_ROUND, round.round);
    else if (id == ID_SHOW_POINTS && unpack_show_points(at, size, &points))
        hal_show((uint8_t)(SHOW_POINTS + points.chair), points.points);
    else if (id == ID_SHOW_DEALER && unpack_show_dealer(at, size, &dealer) && (dealer.chair < CHAIRS || dealer.chair == 255))
        hal_show(SHOW_DEALER, dealer.chair);
    else
        return plain(RESULT_BAD_VALUE);
    return plain(RESULT_DONE);
}

struct answer_to unit_request(uint8_t id, const uint8_t *at, uint8_t size, uint32_t now_ms)
{
    struct raise_walls raise;
    struct shuffle set;
    struct roll_dice roll;
    struct stop_motion stop;
    if (!request_fits(id, size))
        return plain(RESULT_BAD_VALUE);
    bool moves = id <= ID_ROLL_DICE && id >= ID_RAISE_WALLS;
    if (moves && unit.latched)
        return plain(RESULT_LATCHED);
    switch (id) {
    case ID_RAISE_WALLS:
        return unpack_raise_walls(at, size, &raise) ? begin_lifts(MOTION_RAISE_WALLS, (uint8_t)(raise.set - 1u), now_ms)
                                                    : plain(RESULT_BAD_VALUE);
    case ID_LOWER_WALLS:
        return begin_lifts(MOTION_LOWER_WALLS, 255, now_ms);
    case ID_SHUFFLE:
        return unpack_shuffle(at, size, &set) ? begin_shuffle((uint8_t)(set.set - 1u), now_ms) : plain(RESULT_BAD_VALUE);
    case ID_OPEN_LID:
        return begin_lid(MOTION_OPEN_LID, now_ms);
    case ID_CLOSE_LID:
        return begin_lid(MOTION_CLOSE_LID, now_ms);
    case ID_ROLL_DICE:
        return unpack_roll_dice(at, size, &roll) ? begin_dice(roll.seed, now_ms) : plain(RESULT_BAD_VALUE);
    case ID_STOP_MOTION:
        if (!unpack_stop_motion(at, size, &stop))
            return plain(RESULT_BAD_VALUE);
        motions_abort(stop.goal, OUTCOME_STOPPED, now_ms);
        return plain(RESULT_DONE);
    case ID_RESET_FAULTS:
        return reset_faults(now_ms);
    case ID_REPORT_LEVELS:
        report_levels(now_ms, sets_stacked(), unit.latched, motions_mask());
        return plain(RESULT_DONE);
    case ID_PROBE:
        return (struct answer_to){.result = RESULT_DONE, .goal = ++unit.probes};
    case ID_SHOW_HONBA:
    case ID_SHOW_ROUND:
    case ID_SHOW_POINTS:
    case ID_SHOW_DEALER:
        return show(id, at, size);
    default:
        return plain(RESULT_UNKNOWN_REQUEST);
    }
}

static void watch_faults(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY))
        latch(FAULT_NAME_EMERGENCY_STOP, now_ms);
    bool over = input_raw(IN_OVER_CURRENT);
    if (over && !unit.over_current)
        unit.over_current_ms = now_ms;
    unit.over_current = over;
    if (over && now_ms - unit.over_current_ms >= OVER_CURRENT_MS)
        latch(FAULT_NAME_OVER_CURRENT, now_ms);
}

/* Two set buttons at once open the lid for forgotten tiles, whatever the drum is doing. */
static void watch_set_buttons(uint32_t now_ms)
{
    bool two = set_pressed_twice();
    if (two && !unit.two_sets) {
        unit.two_sets_ms = now_ms;
        unit.opened = false;
    }
    unit.two_sets = two;
    if (!two || unit.opened || now_ms - unit.two_sets_ms < EMERGENCY_OPEN_MS)
        return;
    unit.opened = true;
    if (unit.latched)
        return;
    if (activity(PART_SHUFFLE)->on)
        motion_end(PART_SHUFFLE, OUTCOME_STOPPED, 0, now_ms);
    if (activity(PART_LID)->on && activity(PART_LID)->motion == MOTION_OPEN_LID)
        return;
    if (activity(PART_LID)->on)
        motion_end(PART_LID, OUTCOME_STOPPED, 0, now_ms);
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct motion_started m = {.goal = motion_begin(MOTION_OPEN_LID, now_ms).goal, .motion = MOTION_OPEN_LID};
    pack_motion_started(fields, &m);
    link_signal(ID_MOTION_STARTED, now_ms, fields, SIZE_MOTION_STARTED);
}

void unit_receive(uint8_t byte, uint32_t now_ms)
{
    link_receive(byte, now_ms);
}

void unit_poll(uint32_t now_ms)
{
    inputs_poll(now_ms);
    watch_faults(now_ms);
    watch_set_buttons(now_ms);
    motions_unheard(link_silent_for(now_ms), now_ms);
    motions_poll(now_ms);
    if (memcmp(unit.written, outputs, sizeof outputs) != 0) {
        memcpy(unit.written, outputs, sizeof outputs);
        hal_write_outputs(outputs);
    }
    link_poll(now_ms);
}

uint32_t unit_next(uint32_t now_ms)
{
    uint32_t next = sooner(inputs_next(now_ms), link_next(now_ms));
    next = sooner(next, motions_next(link_silent_for(now_ms), now_ms));
    if (unit.over_current && !((unit.latched >> FAULT_NAME_OVER_CURRENT) & 1))
        next = sooner(next, left_of(unit.over_current_ms, OVER_CURRENT_MS, now_ms));
    if (unit.two_sets && !unit.opened)
        next = sooner(next, left_of(unit.two_sets_ms, EMERGENCY_OPEN_MS, now_ms));
    return next;
}
