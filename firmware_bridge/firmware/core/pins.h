/* The table's inputs and outputs, numbered as they stand in the two shift register chains. */
#ifndef JANTAKU_PINS_H
#define JANTAKU_PINS_H

#include <stdbool.h>
#include <stdint.h>

#define CHAIRS 4u
#define SETS 2u
#define BUTTONS 9u

/* Inputs: bit n of the chain; + chair, + set, or + chair * BUTTONS + button where there are several. */
enum input {
    IN_CURTAIN = 0,  /* 4: broken */
    IN_TOUCH = 4,    /* 4: the wall is touched */
    IN_STICK = 8,    /* 4: a stick lies in the slot */
    IN_BUTTON = 12,  /* 36 */
    IN_LIFT_UP = 48, /* 4: upper limit switch */
    IN_LIFT_DOWN = 52,
    IN_LID_OPEN = 56,
    IN_LID_CLOSED = 57,
    IN_STACKED = 58,     /* 2: four full walls stand in the stacker */
    IN_TILE = 60,        /* a tile is in front of the counter */
    IN_CHAIN = 61,       /* slot wheel of the chain */
    IN_PUSHER = 62,      /* the pusher is at its far end */
    IN_EMERGENCY = 63,   /* emergency stop pressed */
    IN_OVER_CURRENT = 64 /* motor supply */
};
#define INPUTS 65u
#define INPUT_BYTES 9u
#define DEBOUNCED 60u /* inputs below this one are debounced */

/* Outputs: bit n of the chain. */
enum output {
    OUT_LIFT_UP = 0,   /* 4 */
    OUT_LIFT_DOWN = 4, /* 4 */
    OUT_LID_OPEN = 8,
    OUT_LID_CLOSE = 9,
    OUT_DRUM = 10,
    OUT_CHAIN = 11,
    OUT_CHAIN_BACK = 12,
    OUT_SET = 13,    /* which stacker the chain feeds */
    OUT_PUSHER = 14, /* 2: pushes a stacker's walls onto the lifts */
    OUT_DICE = 16
};
#define OUTPUTS 17u
#define OUTPUT_BYTES 3u

/* Displays, by index of hal_show. */
enum display {
    SHOW_HONBA = 0,
    SHOW_ROUND = 1,
    SHOW_DEALER = 2, /* chair, 255 none */
    SHOW_POINTS = 3, /* 4 */
    SHOW_DICE = 7    /* first times ten plus second, 0 while they roll */
};
#define DISPLAYS 8u

static inline bool pin(const uint8_t *chain, uint8_t n)
{
    return (chain[n >> 3] >> (n & 7)) & 1;
}

static inline void set_pin(uint8_t *chain, uint8_t n, bool on)
{
    uint8_t bit = (uint8_t)(1u << (n & 7));
    chain[n >> 3] = (uint8_t)(on ? chain[n >> 3] | bit : chain[n >> 3] & ~bit);
}

#endif
