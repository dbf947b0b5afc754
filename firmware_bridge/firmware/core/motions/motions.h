/* The parts of the machine that move, each a state machine with a time limit; they run side by side. */
#ifndef JANTAKU_MOTIONS_H
#define JANTAKU_MOTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "pins.h"
#include "times.h"

enum part_name { PART_LIFTS, PART_LID, PART_SHUFFLE, PART_DICE, PART_DEAL, PARTS };

#define ANY_SET 255u

/* An order: a motion and the values that it needs. */
struct order {
    uint8_t motion;
    uint8_t set;    /* 0, 1 or ANY_SET */
    uint8_t dealer; /* a chair */
    uint32_t seed;  /* of the dice; 0: their own */
};

/* One part of the machine and the motion it is doing. */
struct activity {
    bool on;
    uint8_t motion;
    uint8_t phase;
    uint16_t goal;
    uint32_t since_ms; /* start of the phase */
    uint32_t began_ms; /* start of the motion */
};

/* The abilities of a part of the machine; in the flash (flash.h). */
struct part {
    uint8_t motions;             /* mask by enum motion */
    uint8_t motors[OUTPUT_BYTES]; /* its outputs: off when its motion ends */

    /* Check if a motion may begin; returns a result. */
    uint8_t (*check)(const struct order *order);

    /* The motion has begun, in its first phase. */
    void (*begin)(struct activity *a, const struct order *order, uint32_t now_ms);
    void (*poll)(struct activity *a, uint32_t now_ms);

    /* Milliseconds until it must be polled. */
    uint32_t (*next)(const struct activity *a, uint32_t now_ms);
};

/* Outputs of a part, as its motors: n of them from the first one. */
#define OUT_MASK(first, n) ((((uint32_t)1u << (n)) - 1u) << (first))
#define MOTORS_OF(mask) {(uint8_t)(mask), (uint8_t)((mask) >> 8), (uint8_t)((mask) >> 16)}
_Static_assert(OUTPUT_BYTES == 3, "the bytes of MOTORS_OF");

/* The outputs that the motions ask for; the guard decides. */
extern uint8_t outputs[OUTPUT_BYTES];

/* parts: by enum part_name, in the flash as they are. */
void motions_start(const struct part *const parts[PARTS]);

/* Check if an order's motion may begin; returns a result. */
uint8_t motion_check(const struct order *order);

/* Begin an order's motion on its part; returns the goal. */
uint16_t motion_begin(const struct order *order, uint32_t now_ms);

/* End a motion: motors of its part off, MotionDone queued. */
void motion_end(enum part_name part, uint8_t outcome, uint8_t detail, uint32_t now_ms);

/* End all motions, or the one with this goal (0 all). */
void motions_abort(uint16_t goal, uint8_t outcome, uint32_t now_ms);

/* End all motions if faults have come, then report these. */
void motions_heed_faults(uint32_t now_ms);

struct activity *activity(enum part_name part);

/* Enter a phase now. */
void enter_phase(struct activity *a, uint8_t phase, uint32_t now_ms);

/* End every motion that has gone on for SILENCE_MS without a word from the host. */
void motions_unheard(uint32_t silent_ms, uint32_t now_ms);

/* Mask by enum motion. */
uint8_t motions_mask(void);

void motions_poll(uint32_t now_ms);

/* Milliseconds until a motion must be polled, if the host has been silent for silent_ms. */
uint32_t motions_next(uint32_t silent_ms, uint32_t now_ms);

#endif
