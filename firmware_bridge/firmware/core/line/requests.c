/* The requests: each is checked, begun or done, and answered once. */
#include "requests.h"

#include "currents.h"
#include "faults.h"
#include "hal.h"
#include "inputs.h"
#include "motions.h"

static uint16_t probes; /* since boot */

void requests_start(void)
{
    probes = 0;
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
    lifts_begin(activity(PART_LIFTS), set, now_ms);
    return answer;
}

static struct answer_to begin_lid(uint8_t motion, uint32_t now_ms)
{
    uint8_t result = lid_check(motion);
    if (result != RESULT_STARTED)
        return plain(result);
    lid_begin(now_ms);
    return motion_begin(motion, now_ms);
}

static struct answer_to begin_shuffle(uint8_t set, uint32_t now_ms)
{
    uint8_t result = shuffle_check(set);
    if (result != RESULT_STARTED)
        return plain(result);
    shuffle_begin(set);
    return motion_begin(MOTION_SHUFFLE, now_ms);
}

static struct answer_to begin_dice(uint32_t seed, uint32_t now_ms)
{
    if (activity(PART_DICE)->on)
        return plain(RESULT_BUSY);
    dice_begin(seed);
    return motion_begin(MOTION_ROLL_DICE, now_ms);
}

static struct answer_to begin_deal(uint8_t dealer, uint32_t now_ms)
{
    uint8_t result = deal_check();
    if (result != RESULT_STARTED)
        return plain(result);
    deal_begin(dealer, now_ms);
    return motion_begin(MOTION_DEAL, now_ms);
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

/* Sets are 1 and 2 on the wire, 0 for any: from 0 here. */
static struct answer_to begin(uint8_t id, const uint8_t *at, uint8_t size, uint32_t now_ms)
{
    struct raise_walls raise;
    struct shuffle set;
    struct roll_dice roll;
    struct deal deal;
    switch (id) {
    case ID_RAISE_WALLS:
        return unpack_raise_walls(at, size, &raise)
                   ? begin_lifts(MOTION_RAISE_WALLS, raise.set ? (uint8_t)(raise.set - 1u) : ANY_SET, now_ms)
                   : plain(RESULT_BAD_VALUE);
    case ID_LOWER_WALLS:
        return begin_lifts(MOTION_LOWER_WALLS, ANY_SET, now_ms);
    case ID_SHUFFLE:
        return unpack_shuffle(at, size, &set) ? begin_shuffle((uint8_t)(set.set - 1u), now_ms) : plain(RESULT_BAD_VALUE);
    case ID_OPEN_LID:
        return begin_lid(MOTION_OPEN_LID, now_ms);
    case ID_CLOSE_LID:
        return begin_lid(MOTION_CLOSE_LID, now_ms);
    case ID_ROLL_DICE:
        return unpack_roll_dice(at, size, &roll) ? begin_dice(roll.seed, now_ms) : plain(RESULT_BAD_VALUE);
    default:
        return unpack_deal(at, size, &deal) ? begin_deal(deal.dealer, now_ms) : plain(RESULT_BAD_VALUE);
    }
}

static bool moves(uint8_t id)
{
    return (id >= ID_RAISE_WALLS && id <= ID_ROLL_DICE) || id == ID_DEAL;
}

struct answer_to unit_request(uint8_t id, const uint8_t *at, uint8_t size, uint32_t now_ms)
{
    struct stop_motion stop;
    if (!request_fits(id, size))
        return plain(RESULT_BAD_VALUE);
    if (moves(id)) {
        if (faults_latched())
            return plain(RESULT_LATCHED);
        return drivers_cool(now_ms) ? begin(id, at, size, now_ms) : plain(RESULT_TOO_HOT);
    }
    switch (id) {
    case ID_STOP_MOTION:
        if (!unpack_stop_motion(at, size, &stop))
            return plain(RESULT_BAD_VALUE);
        motions_abort(stop.goal, OUTCOME_STOPPED, now_ms);
        return plain(RESULT_DONE);
    case ID_RESET_FAULTS:
        return plain(faults_reset(now_ms) ? RESULT_DONE : RESULT_STILL_ACTIVE);
    case ID_REPORT_LEVELS:
        report_levels(now_ms, sets_stacked(), faults_mask(), motions_mask());
        return plain(RESULT_DONE);
    case ID_REPORT_HEALTH:
        report_health(now_ms);
        return plain(RESULT_DONE);
    case ID_PROBE:
        return (struct answer_to){.result = RESULT_DONE, .goal = ++probes};
    case ID_SHOW_HONBA:
    case ID_SHOW_ROUND:
    case ID_SHOW_POINTS:
    case ID_SHOW_DEALER:
        return show(id, at, size);
    default:
        return plain(RESULT_UNKNOWN_REQUEST);
    }
}
