/* The two dice: shaken for a moment, they fall as the seed says. It is the host's or made from a noise diode's bits.
 *
 * Of each two successive bits that differ the first counts, so a biased diode does no harm. */
#include "dice.h"

#include "faults.h"
#include "flash.h"
#include "hal.h"
#include "inputs.h"
#include "link.h"
#include "throw.h"

#define SHAKE_MS 1200u
#define SEED_BITS 32u

enum { STARTING, SHAKING };

static struct {
    uint32_t seed;
    uint8_t missing; /* bits of the seed */
    bool own;        /* not the host's seed */
    bool second;     /* of a pair */
    bool first_bit;
} dice;

static uint8_t dice_check(const struct order *order)
{
    (void)order;
    return activity(PART_DICE)->on ? RESULT_BUSY : RESULT_STARTED;
}

static void dice_begin(struct activity *a, const struct order *order, uint32_t now_ms)
{
    (void)a, (void)now_ms;
    dice.seed = order->seed;
    dice.missing = order->seed ? 0 : SEED_BITS;
    dice.own = !order->seed;
    dice.second = false;
    hal_show(SHOW_DICE, 0);
}

static void take_noise(void)
{
    bool bit = input_raw(IN_NOISE);
    dice.second = !dice.second;
    if (dice.second) {
        dice.first_bit = bit;
    } else if (bit != dice.first_bit) {
        dice.seed = dice.seed << 1 | dice.first_bit;
        dice.missing--;
    }
}

/* Complete the seed, from the converter if the diode is dead. */
static void complete_seed(uint32_t now_ms)
{
    fault_show(FAULT_NAME_NOISE_DEAD, dice.missing, now_ms);
    if (dice.missing)
        dice.seed = hal_entropy();
    if (!dice.seed)
        dice.seed = 1; /* 0 would ask for the unit's own seed */
}

static void dice_poll(struct activity *a, uint32_t now_ms)
{
    set_pin(outputs, OUT_DICE, true);
    if (a->phase == STARTING) {
        /* The diode is powered from the end of this poll. */
        uint32_t began_ms = a->since_ms;
        enter_phase(a, SHAKING, began_ms);
        return;
    }
    if (dice.missing)
        take_noise();
    if (now_ms - a->since_ms < SHAKE_MS)
        return;
    if (dice.own)
        complete_seed(now_ms);
    uint8_t fields[MAX_SIGNAL_FIELDS];
    uint32_t seed = dice.seed;
    struct dice_rolled m = {.goal = a->goal, .seed = seed};
    m.first = dice_throw(&seed);
    m.second = dice_throw(&seed);
    hal_show(SHOW_DICE, m.first * 10 + m.second);
    pack_dice_rolled(fields, &m);
    link_signal(ID_DICE_ROLLED, now_ms, fields, SIZE_DICE_ROLLED);
    motion_end(PART_DICE, OUTCOME_REACHED, 0, now_ms);
}

static uint32_t dice_next(const struct activity *a, uint32_t now_ms)
{
    uint32_t left = left_of(a->since_ms, SHAKE_MS, now_ms);
    return dice.missing ? sooner(left, 1) : left;
}

const struct part dice_part IN_FLASH = {
    .motions = 1u << MOTION_ROLL_DICE,
    .motors = MOTORS_OF(OUT_MASK(OUT_DICE, 1)),
    .check = dice_check,
    .begin = dice_begin,
    .poll = dice_poll,
    .next = dice_next,
};
