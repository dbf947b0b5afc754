/* The automatic deal, where one is fitted: a carriage goes round once and gives each chair 13 tiles off the walls, the
 * dealer 14. It stands still while a hand is over the table. A carriage that was left half way is brought home before
 * the next walls come up. */
#include "deal.h"

#include "currents.h"
#include "flash.h"
#include "inputs.h"
#include "messages.h"

#define DEALT 53u          /* 4 * 13 + 1 */
#define NO_TILE_MS 3000u
#define BLOCKED_MS 10000u  /* patience with hands */
#define LONGEST_MS 60000u

static struct {
    uint8_t dealer;
    uint8_t count;
    bool counted; /* the count matches the carriage and these walls; false after a reset */
    bool left_home;
    bool blocked;
    uint32_t blocked_ms;
    uint32_t tile_ms; /* the last tile, or the end of a pause */
} deal;

static uint8_t deal_check(const struct order *order)
{
    (void)order;
    if (!input_raw(IN_DEALER))
        return RESULT_NOT_FITTED;
    if (activity(PART_DEAL)->on || activity(PART_LIFTS)->on)
        return RESULT_BUSY;
    return input_mask(IN_LIFT_UP, CHAIRS) == ALL_CHAIRS ? RESULT_STARTED : RESULT_WALLS_NOT_UP;
}

void deal_new_walls(void)
{
    deal.counted = false;
}

bool deal_astray(void)
{
    return input_raw(IN_DEALER) && !input_raw(IN_DEAL_HOME);
}

static void deal_begin(struct activity *a, const struct order *order, uint32_t now_ms)
{
    (void)a;
    deal.dealer = order->dealer;
    if (input_raw(IN_DEAL_HOME) || !deal.counted)
        deal.count = 0; /* otherwise it was broken off and goes on */
    deal.counted = deal.counted || input_raw(IN_DEAL_HOME);
    deal.left_home = deal.blocked = false;
    deal.tile_ms = now_ms;
}

static void deal_poll(struct activity *a, uint32_t now_ms)
{
    if (!deal.counted) { /* half way round, and could not be brought home: it would deal to the wrong chairs */
        motion_end(PART_DEAL, OUTCOME_DEAL_STUCK, 0, now_ms);
        return;
    }
    if (input_rose(IN_DEALT)) {
        if (deal.count < 255)
            deal.count++;
        deal.tile_ms = now_ms;
    }
    deal.left_home = deal.left_home || !input_raw(IN_DEAL_HOME);
    uint8_t chair = curtain_broken();
    bool blocked = chair < CHAIRS;
    if (blocked && !deal.blocked)
        deal.blocked_ms = now_ms;
    deal.blocked = blocked;
    if (deal.left_home && input_raw(IN_DEAL_HOME))
        motion_end(PART_DEAL, deal.count == DEALT ? OUTCOME_REACHED : OUTCOME_WRONG_DEAL,
                   deal.count == DEALT ? 0 : deal.count, now_ms);
    else if (blocked && (now_ms - deal.blocked_ms >= BLOCKED_MS || now_ms - a->began_ms >= LONGEST_MS))
        motion_end(PART_DEAL, OUTCOME_CURTAIN_BLOCKED, chair, now_ms);
    else if (motor_jammed(MOTOR_DEALER) || now_ms - a->began_ms >= LONGEST_MS ||
             (!blocked && now_ms - deal.tile_ms >= NO_TILE_MS))
        motion_end(PART_DEAL, OUTCOME_DEAL_STUCK, deal.count, now_ms);
    if (!a->on)
        return;
    if (blocked)
        deal.tile_ms = now_ms;
    set_pin(outputs, OUT_DEAL, !blocked);
    set_pin(outputs, OUT_DEAL_TO, deal.dealer & 1);
    set_pin(outputs, OUT_DEAL_TO + 1, deal.dealer >> 1);
}

static uint32_t deal_next(const struct activity *a, uint32_t now_ms)
{
    uint32_t next = left_of(a->began_ms, LONGEST_MS, now_ms);
    return sooner(next, deal.blocked ? left_of(deal.blocked_ms, BLOCKED_MS, now_ms)
                                     : left_of(deal.tile_ms, NO_TILE_MS, now_ms));
}

const struct part deal_part IN_FLASH = {
    .motions = 1u << MOTION_DEAL,
    .motors = MOTORS_OF(OUT_MASK(OUT_DEAL, 1) | OUT_MASK(OUT_DEAL_TO, 2)),
    .check = deal_check,
    .begin = deal_begin,
    .poll = deal_poll,
    .next = deal_next,
};
