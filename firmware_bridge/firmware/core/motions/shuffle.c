/* Shuffling: half-stacked tiles go back, the drum mixes, the chain carries tile by tile past the set's counter. */
#include "shuffle.h"

#include <string.h>

#include "currents.h"
#include "flash.h"
#include "inputs.h"
#include "link.h"

#define CLEAR_MS 2000u
#define MIX_MS 8000u
#define LAST_TILE_MS 3000u   /* after tile 136 nothing more may come */
#define NO_TILE_MS 8000u     /* the drum is empty */
#define CHAIN_STILL_MS 2000u /* the slot wheel turns twice a second */
#define DRUM_STILL_MS 3000u  /* the drum turns once a second */
#define STACKED_MS 6000u
#define LONGEST_MS 180000u

enum { CLEARING, MIXING, COUNTING, STACKING };

static struct {
    uint8_t set;
    uint8_t count;
    uint32_t tile_ms;  /* last tile counted */
    uint32_t chain_ms; /* last edge of the slot wheel */
    uint32_t drum_ms;  /* last edge of the drum's index */
    uint8_t suspect;   /* mask of sets whose last shuffle did not end well */
} shuffle;

void shuffle_start(uint8_t suspect)
{
    memset(&shuffle, 0, sizeof shuffle);
    shuffle.suspect = suspect;
}

uint8_t sets_suspect(uint8_t kept)
{
    uint8_t now = activity(PART_SHUFFLE)->on ? (uint8_t)(1u << shuffle.set) : 0;
    return (uint8_t)((shuffle.suspect & ~now) | (kept & now));
}

uint8_t sets_stacked(void)
{
    return (uint8_t)(input_mask(IN_STACKED, SETS) & ~shuffle.suspect);
}

static uint8_t shuffle_check(const struct order *order)
{
    if (activity(PART_SHUFFLE)->on)
        return RESULT_BUSY;
    if (!input_raw(IN_LID_CLOSED) || !input(IN_LID_CLOSED) || activity(PART_LID)->on)
        return RESULT_LID_NOT_CLOSED;
    return (sets_stacked() >> order->set) & 1 ? RESULT_ALREADY_STACKED : RESULT_STARTED;
}

static void shuffle_begin(struct activity *a, const struct order *order, uint32_t now_ms)
{
    (void)a, (void)now_ms;
    shuffle.set = order->set;
    shuffle.count = 0;
    shuffle.suspect = (uint8_t)(shuffle.suspect | (1u << order->set));
}

static void finish(uint8_t outcome, uint8_t detail, uint32_t now_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct tile_count m = {.set = (uint8_t)(shuffle.set + 1u), .count = shuffle.count};
    pack_tile_count(fields, &m);
    link_signal(ID_TILE_COUNT, now_ms, fields, SIZE_TILE_COUNT);
    motion_end(PART_SHUFFLE, outcome, detail, now_ms);
}

static void count_tiles(struct activity *a, uint32_t now_ms)
{
    if (input_rose((uint8_t)(IN_TILE + shuffle.set))) {
        if (shuffle.count < 255)
            shuffle.count++;
        shuffle.tile_ms = now_ms;
    }
    if (input_moved(IN_CHAIN))
        shuffle.chain_ms = now_ms;
    if (now_ms - shuffle.chain_ms >= CHAIN_STILL_MS)
        finish(OUTCOME_CHAIN_STUCK, shuffle.count, now_ms);
    else if (shuffle.count > TILES)
        finish(OUTCOME_WRONG_TILE_COUNT, shuffle.count, now_ms);
    else if (shuffle.count == TILES && now_ms - shuffle.tile_ms >= LAST_TILE_MS)
        enter_phase(a, STACKING, now_ms);
    else if (now_ms - shuffle.tile_ms >= NO_TILE_MS)
        finish(OUTCOME_WRONG_TILE_COUNT, shuffle.count, now_ms);
}

/* Check the conditions under which drum and chain may turn; returns the outcome, REACHED if nothing is wrong. */
static uint8_t trouble(const struct activity *a, uint32_t now_ms)
{
    if (!input_raw(IN_LID_CLOSED))
        return OUTCOME_LID_OPENED;
    if (motor_jammed(MOTOR_CHAIN))
        return OUTCOME_CHAIN_STUCK;
    bool turns = pin(outputs, OUT_DRUM);
    if (!turns || input_moved(IN_DRUM_ZERO))
        shuffle.drum_ms = now_ms;
    if (motor_jammed(MOTOR_DRUM) || (turns && now_ms - shuffle.drum_ms >= DRUM_STILL_MS))
        return OUTCOME_DRUM_STUCK;
    return now_ms - a->began_ms >= LONGEST_MS ? OUTCOME_STACKING_TIMEOUT : OUTCOME_REACHED;
}

static void shuffle_poll(struct activity *a, uint32_t now_ms)
{
    uint8_t wrong = trouble(a, now_ms);
    if (wrong != OUTCOME_REACHED) {
        finish(wrong, shuffle.count, now_ms);
        return;
    }
    if (a->phase == CLEARING && now_ms - a->since_ms >= CLEAR_MS)
        enter_phase(a, MIXING, now_ms);
    if (a->phase == MIXING && now_ms - a->since_ms >= MIX_MS) {
        enter_phase(a, COUNTING, now_ms);
        shuffle.tile_ms = shuffle.chain_ms = now_ms;
    }
    if (a->phase == COUNTING)
        count_tiles(a, now_ms);
    if (!a->on)
        return;
    if (a->phase == STACKING) {
        if (input((uint8_t)(IN_STACKED + shuffle.set))) {
            shuffle.suspect = (uint8_t)(shuffle.suspect & ~(1u << shuffle.set));
            finish(OUTCOME_REACHED, 0, now_ms);
            return;
        }
        if (now_ms - a->since_ms >= STACKED_MS) {
            finish(OUTCOME_STACKING_TIMEOUT, shuffle.count, now_ms);
            return;
        }
    }
    set_pin(outputs, OUT_CHAIN_BACK, a->phase == CLEARING);
    set_pin(outputs, OUT_DRUM, a->phase == MIXING || a->phase == COUNTING);
    set_pin(outputs, OUT_CHAIN, a->phase == COUNTING);
    set_pin(outputs, OUT_SET, shuffle.set == 1);
}

static uint32_t shuffle_next(const struct activity *a, uint32_t now_ms)
{
    uint32_t next = left_of(a->began_ms, LONGEST_MS, now_ms);
    if (pin(outputs, OUT_DRUM))
        next = sooner(next, left_of(shuffle.drum_ms, DRUM_STILL_MS, now_ms));
    switch (a->phase) {
    case CLEARING:
        return sooner(next, left_of(a->since_ms, CLEAR_MS, now_ms));
    case MIXING:
        return sooner(next, left_of(a->since_ms, MIX_MS, now_ms));
    case COUNTING:
        next = sooner(next, left_of(shuffle.chain_ms, CHAIN_STILL_MS, now_ms));
        return sooner(next, left_of(shuffle.tile_ms, shuffle.count == TILES ? LAST_TILE_MS : NO_TILE_MS, now_ms));
    default:
        return sooner(next, left_of(a->since_ms, STACKED_MS, now_ms));
    }
}

const struct part shuffle_part IN_FLASH = {
    .motions = 1u << MOTION_SHUFFLE,
    .motors = MOTORS_OF(OUT_MASK(OUT_DRUM, 3) | OUT_MASK(OUT_SET, 1)),
    .check = shuffle_check,
    .begin = shuffle_begin,
    .poll = shuffle_poll,
    .next = shuffle_next,
};
