/* Debouncing, and inputs that have been on for too long. */
#include "inputs.h"

#include <string.h>

#include "faults.h"
#include "times.h"

#define DEBOUNCE_MS 5u
#define TICK_MS 250u
#define HELD_TICKS 241u /* a minute: no hand stays across a curtain or on a button for so long */
#define HELD_REPORTED 255u
#define HELD (CHAIRS + CHAIRS * BUTTONS) /* curtains, then buttons */

static struct {
    uint8_t raw[INPUT_BYTES];
    uint8_t before[INPUT_BYTES];
    uint8_t stable[INPUT_BYTES];
    uint8_t bouncing[DEBOUNCED / 8u];
    uint16_t edge_ms[DEBOUNCED]; /* first edge of a burst, low bits of the clock */
    uint8_t moved_ms[DEBOUNCED]; /* last edge */
    uint8_t held[HELD];          /* ticks */
    uint32_t tick_ms;
} inputs;

bool input_raw(uint8_t n)
{
    return pin(inputs.raw, n);
}

bool input(uint8_t n)
{
    return pin(inputs.stable, n);
}

bool input_rose(uint8_t n)
{
    return pin(inputs.raw, n) && !pin(inputs.before, n);
}

bool input_moved(uint8_t n)
{
    return pin(inputs.raw, n) != pin(inputs.before, n);
}

bool curtain_clear(uint8_t chair)
{
    uint8_t n = (uint8_t)(IN_CURTAIN + chair);
    return !pin(inputs.raw, n) && !pin(inputs.stable, n);
}

uint8_t curtain_broken(void)
{
    uint8_t chair = 0;
    while (chair < CHAIRS && curtain_clear(chair))
        chair++;
    return chair;
}

uint8_t input_mask(uint8_t first, uint8_t count)
{
    uint8_t mask = 0;
    for (uint8_t i = 0; i < count; i++)
        mask = (uint8_t)(mask | (input((uint8_t)(first + i)) << i));
    return mask;
}

/* The input of a place in `held`. */
static uint8_t held_input(uint8_t place)
{
    return (uint8_t)(place < CHAIRS ? IN_CURTAIN + place : IN_BUTTON + place - CHAIRS);
}

static void report_held(uint8_t place, bool active, uint32_t now_ms)
{
    uint8_t button = (uint8_t)(place - CHAIRS);
    if (place < CHAIRS)
        report_fault(FAULT_NAME_CURTAIN_DIRTY, place, active, 0, now_ms);
    else
        report_fault(FAULT_NAME_BUTTON_STUCK, (uint8_t)(button / BUTTONS), active, (uint8_t)(button % BUTTONS), now_ms);
}

void inputs_start(uint32_t now_ms)
{
    memset(&inputs, 0, sizeof inputs);
    hal_read_inputs(inputs.raw);
    memcpy(inputs.before, inputs.raw, sizeof inputs.raw);
    memcpy(inputs.stable, inputs.raw, sizeof inputs.raw);
    inputs.tick_ms = now_ms;
    /* A button that is down at the start was stuck before: two stuck set buttons would open the lid. */
    for (uint8_t place = CHAIRS; place < HELD; place++) {
        if (!input(held_input(place)))
            continue;
        inputs.held[place] = HELD_REPORTED;
        report_held(place, true, now_ms);
    }
}

/* An input whose time is counted has changed. */
static void held_changed(uint8_t n, uint32_t now_ms)
{
    uint8_t place = (uint8_t)(n < IN_TOUCH ? n : n - IN_BUTTON + CHAIRS);
    if (inputs.held[place] == HELD_REPORTED)
        report_held(place, false, now_ms);
    inputs.held[place] = 0;
}

static bool counted(uint8_t place)
{
    return inputs.held[place] != HELD_REPORTED && input(held_input(place));
}

static void count_held(uint32_t now_ms)
{
    if (now_ms - inputs.tick_ms < TICK_MS)
        return;
    uint32_t ticks = (now_ms - inputs.tick_ms) / TICK_MS;
    inputs.tick_ms += ticks * TICK_MS;
    for (uint8_t place = 0; place < HELD; place++) {
        if (!counted(place))
            continue;
        if (inputs.held[place] + ticks < HELD_TICKS) {
            inputs.held[place] = (uint8_t)(inputs.held[place] + ticks);
            continue;
        }
        inputs.held[place] = HELD_REPORTED;
        report_held(place, true, now_ms);
    }
}

uint8_t inputs_faults(void)
{
    uint8_t mask = 0;
    for (uint8_t place = 0; place < HELD; place++) {
        if (inputs.held[place] == HELD_REPORTED)
            mask = (uint8_t)(mask | 1u << (place < CHAIRS ? FAULT_NAME_CURTAIN_DIRTY : FAULT_NAME_BUTTON_STUCK));
    }
    return mask;
}

static void debounce(uint8_t n, input_changed changed, uint32_t now_ms)
{
    bool raw = pin(inputs.raw, n);
    if (raw != pin(inputs.before, n)) {
        if (!pin(inputs.bouncing, n))
            inputs.edge_ms[n] = (uint16_t)now_ms;
        inputs.moved_ms[n] = (uint8_t)now_ms;
        set_pin(inputs.bouncing, n, true);
        return;
    }
    if (!pin(inputs.bouncing, n) || (uint8_t)((uint8_t)now_ms - inputs.moved_ms[n]) < DEBOUNCE_MS)
        return;
    set_pin(inputs.bouncing, n, false);
    if (raw == pin(inputs.stable, n))
        return;
    set_pin(inputs.stable, n, raw);
    changed(n, raw, now_ms - (uint16_t)((uint16_t)now_ms - inputs.edge_ms[n]));
    if (n < IN_TOUCH || (n >= IN_BUTTON && n < IN_LIFT_UP))
        held_changed(n, now_ms);
}

void inputs_poll(input_changed changed, uint32_t now_ms)
{
    memcpy(inputs.before, inputs.raw, sizeof inputs.raw);
    hal_read_inputs(inputs.raw);
    for (uint8_t byte = 0; byte < DEBOUNCED / 8u; byte++) {
        if (inputs.raw[byte] == inputs.before[byte] && !inputs.bouncing[byte])
            continue;
        for (uint8_t bit = 0; bit < 8; bit++)
            debounce((uint8_t)(byte * 8u + bit), changed, now_ms);
    }
    count_held(now_ms);
}

uint32_t inputs_next(uint32_t now_ms)
{
    uint32_t next = NEVER;
    for (uint8_t n = 0; n < DEBOUNCED; n++) {
        if (!pin(inputs.bouncing, n))
            continue;
        uint8_t waited = (uint8_t)((uint8_t)now_ms - inputs.moved_ms[n]);
        next = sooner(next, waited >= DEBOUNCE_MS ? 0 : DEBOUNCE_MS - waited);
    }
    for (uint8_t place = 0; place < HELD; place++) {
        if (counted(place))
            return sooner(next, left_of(inputs.tick_ms, TICK_MS, now_ms));
    }
    return next;
}

bool set_pressed_twice(void)
{
    uint8_t pressed = 0;
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        uint8_t place = (uint8_t)(CHAIRS + chair * BUTTONS + BUTTON_NAME_SET);
        pressed = (uint8_t)(pressed + (input(held_input(place)) && inputs.held[place] != HELD_REPORTED));
    }
    return pressed >= 2;
}
