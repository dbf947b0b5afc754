/* The two dice: shaken for a moment, then thrown by the unit's own entropy. */
#include "hal.h"
#include "motions.h"

#define SHAKE_MS 1200u

static uint32_t dice_seed;

void dice_begin(uint32_t seed)
{
    dice_seed = seed;
    hal_show(SHOW_DICE, 0);
}

/* A number that depends on every bit of the seed; the seed moves on. */
static uint32_t next_of(uint32_t *seed)
{
    uint32_t x = *seed += 0x9E3779B9u;
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

static uint8_t throw_one(void)
{
    uint32_t x;
    do {
        x = dice_seed ? next_of(&dice_seed) : hal_entropy();
    } while (x >= 4294967292u); /* the largest multiple of six: all faces are equally likely */
    return (uint8_t)(1u + x % 6u);
}

void dice_poll(struct activity *a, uint32_t now_ms)
{
    set_pin(outputs, OUT_DICE, true);
    if (now_ms - a->since_ms < SHAKE_MS)
        return;
    uint8_t fields[MAX_SIGNAL_FIELDS];
    struct dice_rolled m = {.goal = a->goal};
    m.first = throw_one();
    m.second = throw_one();
    hal_show(SHOW_DICE, m.first * 10 + m.second);
    pack_dice_rolled(fields, &m);
    link_signal(ID_DICE_ROLLED, now_ms, fields, SIZE_DICE_ROLLED);
    motion_end(PART_DICE, OUTCOME_REACHED, 0, now_ms);
}

uint32_t dice_next(const struct activity *a, uint32_t now_ms)
{
    return left_of(a->since_ms, SHAKE_MS, now_ms);
}
