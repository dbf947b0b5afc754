/* The table's inputs and outputs, numbered as they stand in the two shift register chains, and its analogue channels. */
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
    IN_STACKED = 58,    /* 2: four full walls stand in the stacker */
    IN_WALL = 60,       /* 4: tiles stand on the lift */
    IN_STICK_KIND = 64, /* 12: the dots of the stick, three bits a slot, enum stick_kind */
    IN_TILE = 76,       /* 2: a tile is in front of the stacker's counter */
    IN_CHAIN = 78,      /* slot wheel of the chain */
    IN_DRUM_ZERO = 79,  /* index of the drum, once a turn */
    IN_PUSHER = 80,     /* the pusher is at its far end */
    IN_DEALER = 81,     /* link on the board: an automatic deal is fitted */
    IN_DEALT = 82,      /* a tile leaves the dealer's carriage */
    IN_DEAL_HOME = 83,  /* the carriage is at home */
    IN_NOISE = 84,      /* noise diode in the dice, powered with them */
    IN_EMERGENCY = 85,  /* emergency stop pressed */
    IN_OVER_CURRENT = 86 /* comparator in the motors' supply */
};
#define INPUTS 87u
#define INPUT_BYTES 11u
#define DEBOUNCED 64u /* inputs below this one are debounced */

enum stick_kind { STICK_UNKNOWN, STICK_100, STICK_500, STICK_1000, STICK_5000, STICK_10000 };

/* Outputs: bit n of the chain. */
enum output {
    OUT_LIFT_UP = 0,   /* 4 */
    OUT_LIFT_DOWN = 4, /* 4 */
    OUT_LID_OPEN = 8,
    OUT_LID_CLOSE = 9,
    OUT_DRUM = 10,
    OUT_CHAIN = 11,
    OUT_CHAIN_BACK = 12,
    OUT_PUSHER = 13, /* 2: pushes a stacker's walls onto the lifts */
    OUT_DICE = 15,   /* shakes the dice, powers their noise diode */
    OUT_DEAL = 16,   /* the dealer's carriage */
    OUT_SET = 17,    /* which stacker the chain feeds */
    OUT_DEAL_TO = 18, /* 2: the chair that gets 14 tiles */
    OUT_POWER = 20   /* contactor of the motors' supply */
};
#define POWERED 17u /* outputs below this one switch something that moves */
#define OUTPUTS 21u
#define OUTPUT_BYTES 3u

/* Analogue channels: 0 to 8 are the motors' currents in mA, by enum motor. */
enum analog {
    ANALOG_SUPPLY = 9,      /* mV */
    ANALOG_TEMPERATURE = 10 /* of the motor drivers, tenths of a degree Celsius */
};
#define MOTORS 9u

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
