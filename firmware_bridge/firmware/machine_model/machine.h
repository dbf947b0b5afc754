/* The table's mechanics at pin level: motors move parts and draw current, parts close switches; time advances in
 * microseconds. */
#ifndef JANTAKU_MACHINE_H
#define JANTAKU_MACHINE_H

#include <stddef.h>

#include "pins.h"

#define MACHINE_IDLE (INT64_MAX / 2)

/* The place of a set of tiles. */
enum place { ON_TABLE, IN_DRUM, IN_STACKER };

/* Start with a table that was just set up: set 0 stacked, set 1 in the drum, lifts down, lid closed. With a path, the
 * mechanics are kept in this file and stand as the last process left them, even if it was killed. False if the file
 * cannot be opened. */
bool machine_start(uint64_t seed, const char *path);

/* The microcontroller's pins. Each reading of the inputs also reads the noise diode. */
void machine_outputs(const uint8_t out[OUTPUT_BYTES]);
void machine_inputs(uint8_t in[INPUT_BYTES]);
int16_t machine_analog(uint8_t channel);
void machine_show(uint8_t display, int32_t value);

/* Let `us` microseconds pass, at most machine_next() at a time. */
void machine_advance(int64_t us);

/* Microseconds until an input changes by itself, MACHINE_IDLE if none will. */
int64_t machine_next(void);

/* Acts of people. Buttons bounce for 3 ms. */
void machine_hand(unsigned chair, bool across);
void machine_touch(unsigned chair, bool on);
void machine_press(unsigned chair, unsigned button, bool on);
void machine_stick(unsigned chair, bool present, enum stick_kind kind);

/* Set the faces of the next throw. */
void machine_dice(uint8_t first, uint8_t second);

/* Set the number of tiles of a set, in any place. */
void machine_tiles(unsigned set, unsigned count);

/* Fit an automatic deal, or remove it. */
void machine_dealer(bool fitted);

/* Let the tiles come so many times as fast when a set is shuffled. */
void machine_haste(unsigned times);

/* Set the temperature of the motor drivers, in degrees Celsius. */
void machine_temperature(int degrees);

/* Switch a fault; false if there is none of this name. */
bool machine_fault(const char *name, bool on);

/* The number of times the displays have changed. */
uint32_t machine_changes(void);

/* State as text, `key=value` separated by spaces. */
void machine_displays(char *text, size_t size);
void machine_walls(char *text, size_t size);

/* The number of times each motor was switched on (for the lifts, chair 0's). */
void machine_starts(char *text, size_t size);

/* The outputs as they stand, and how often one was on against an interlock. */
void machine_motors(char *text, size_t size);

/* The microcontroller's memory that needs no power: one byte, 0 at first. */
void machine_keep(uint8_t value);
uint8_t machine_kept(void);

/* The next random number of the model, 0 to 2^32 - 1. */
uint32_t machine_chance(void);

#endif
