/* The requests: each is checked, begun or carried out, and answered once. */
#include "requests.h"

#include "currents.h"
#include "faults.h"
#include "hal.h"
#include "inputs.h"
#include "motions.h"
#include "reports.h"
#include "shuffle.h"
#include "stops.h"

static uint16_t probes; /* since boot */

void requests_start(void)
{
    probes = 0;
}

static struct answer_to plain(uint8_t result)
{
    return (struct answer_to){.result = result, .goal = 0};
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

/* The motion that a request asks for; false if its values make no sense. On the wire sets are 1 and 2, 0 for any; here
 * they count from 0. */
static bool read_order(uint8_t id, const uint8_t *at, uint8_t size, struct order *order)
{
    struct raise_walls raise;
    struct shuffle shuffle;
    struct roll_dice roll;
    struct deal deal;
    *order = (struct order){.set = ANY_SET};
    switch (id) {
    case ID_RAISE_WALLS:
        if (!unpack_raise_walls(at, size, &raise))
            return false;
        order->motion = MOTION_RAISE_WALLS;
        order->set = raise.set ? (uint8_t)(raise.set - 1u) : ANY_SET;
        return true;
    case ID_LOWER_WALLS:
        order->motion = MOTION_LOWER_WALLS;
        return true;
    case ID_SHUFFLE:
        if (!unpack_shuffle(at, size, &shuffle))
            return false;
        order->motion = MOTION_SHUFFLE;
        order->set = (uint8_t)(shuffle.set - 1u);
        return true;
    case ID_OPEN_LID:
        order->motion = MOTION_OPEN_LID;
        return true;
    case ID_CLOSE_LID:
        order->motion = MOTION_CLOSE_LID;
        return true;
    case ID_ROLL_DICE:
        if (!unpack_roll_dice(at, size, &roll))
            return false;
        order->motion = MOTION_ROLL_DICE;
        order->seed = roll.seed;
        return true;
    default:
        if (!unpack_deal(at, size, &deal))
            return false;
        order->motion = MOTION_DEAL;
        order->dealer = deal.dealer;
        return true;
    }
}

static struct answer_to begin(uint8_t id, const uint8_t *at, uint8_t size, uint32_t now_ms)
{
    struct order order;
    if (faults_latched())
        return plain(RESULT_LATCHED);
    bool cool = drivers_cool(now_ms);
    motions_heed_faults(now_ms);
    if (!cool)
        return plain(RESULT_TOO_HOT);
    if (!read_order(id, at, size, &order))
        return plain(RESULT_BAD_VALUE);
    uint8_t result = motion_check(&order);
    if (result != RESULT_STARTED)
        return plain(result);
    return (struct answer_to){.result = result, .goal = motion_begin(&order, now_ms)};
}

static bool moves(uint8_t id)
{
    return (id >= ID_RAISE_WALLS && id <= ID_ROLL_DICE) || id == ID_DEAL;
}

struct answer_to do_request(uint8_t id, const uint8_t *at, uint8_t size, uint32_t now_ms)
{
    struct stop_motion stop;
    if (!request_fits(id, size))
        return plain(RESULT_BAD_VALUE);
    if (moves(id))
        return begin(id, at, size, now_ms);
    switch (id) {
    case ID_STOP_MOTION:
        if (!unpack_stop_motion(at, size, &stop))
            return plain(RESULT_BAD_VALUE);
        motions_abort(stop.goal, OUTCOME_STOPPED, now_ms);
        return plain(RESULT_DONE);
    case ID_RESET_FAULTS:
        return plain(stops_release(now_ms) ? RESULT_DONE : RESULT_STILL_ACTIVE);
    case ID_REPORT_LEVELS:
        report_levels(now_ms, sets_stacked(), (uint8_t)(faults_mask() | inputs_faults()), motions_mask());
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
