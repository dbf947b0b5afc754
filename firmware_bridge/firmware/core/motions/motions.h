/* What moves: lifts, lid, shuffle, dice and deal, each a state machine with a maximum time; they run side by side. */
#ifndef JANTAKU_MOTIONS_H
#define JANTAKU_MOTIONS_H

#include "link.h"
#include "pins.h"
#include "times.h"

enum part { PART_LIFTS, PART_LID, PART_SHUFFLE, PART_DICE, PART_DEAL, PARTS };

#define ANY_SET 255u

/* One part of the machine and the motion it is doing. */
struct activity {
    bool on;
    uint8_t motion;
    uint8_t phase;
    uint16_t goal;
    uint32_t since_ms; /* start of the phase */
    uint32_t began_ms; /* start of the motion */
};

/* What the motions want switched on; the guard decides. */
extern uint8_t outputs[OUTPUT_BYTES];

/* suspect: see shuffle_start(). */
void motions_start(uint8_t suspect);

/* Begin a motion on its part; the answer carries the goal. */
struct answer_to motion_begin(uint8_t motion, uint32_t now_ms);

/* End a motion: motors of its part off, MotionDone queued. */
void motion_end(enum part part, uint8_t outcome, uint8_t detail, uint32_t now_ms);

/* End all motions, or the one with this goal (0 all). */
void motions_abort(uint16_t goal, uint8_t outcome, uint32_t now_ms);

struct activity *activity(enum part part);

/* Enter a phase now. */
void enter_phase(struct activity *a, uint8_t phase, uint32_t now_ms);

/* End every motion that has gone on for SILENCE_MS without a word from the host. */
void motions_unheard(uint32_t silent_ms, uint32_t now_ms);

/* Mask by enum motion. */
uint8_t motions_mask(void);

void motions_poll(uint32_t now_ms);

/* Milliseconds until a motion must be looked at, the host having been silent for silent_ms. */
uint32_t motions_next(uint32_t silent_ms, uint32_t now_ms);

/* The parts: whether a motion may begin (a result), its beginning, poll and next. */
void lifts_start(void);
uint8_t lifts_check(uint8_t motion, uint8_t set);
void lifts_begin(struct activity *a, uint8_t set, uint32_t now_ms);
void lifts_poll(struct activity *a, uint32_t now_ms);
uint32_t lifts_next(const struct activity *a, uint32_t now_ms);

uint8_t lid_check(uint8_t motion);
void lid_begin(uint32_t now_ms);
void lid_poll(struct activity *a, uint32_t now_ms);
uint32_t lid_next(const struct activity *a, uint32_t now_ms);

/* Mask of the sets that stand in their stacker, counted or found there at power-on. */
uint8_t sets_stacked(void);
/* suspect: as sets_suspect() gave it, of the life before a reset. */
void shuffle_start(uint8_t suspect);
/* Mask of the sets whose last shuffle went wrong; one that is being shuffled stays as kept. */
uint8_t sets_suspect(uint8_t kept);
uint8_t shuffle_check(uint8_t set);
void shuffle_begin(uint8_t set);
void shuffle_poll(struct activity *a, uint32_t now_ms);
uint32_t shuffle_next(const struct activity *a, uint32_t now_ms);

void dice_begin(uint32_t seed);
void dice_poll(struct activity *a, uint32_t now_ms);
uint32_t dice_next(const struct activity *a, uint32_t now_ms);

/* Other walls: a deal that was broken off is not gone on with. */
void deal_new_walls(void);
/* The carriage stands half way round. */
bool deal_astray(void);
uint8_t deal_check(void);
void deal_begin(uint8_t dealer, uint32_t now_ms);
void deal_poll(struct activity *a, uint32_t now_ms);
uint32_t deal_next(const struct activity *a, uint32_t now_ms);

#endif
