/* Interlocks, longest times, the motors' supply, and a chain that does not stop. */
#include "guard.h"

#include <string.h>

#include "faults.h"
#include "hal.h"
#include "inputs.h"
#include "times.h"

#define LINGER_MS 1000u /* the supply stays on this long, to see whether everything stands */
#define COAST_MS 400u   /* the chain has come to rest */

static struct {
    uint8_t on[OUTPUT_BYTES]; /* as written */
    uint32_t since_ms[POWERED];
    uint32_t moved_ms;     /* something was last on */
    uint32_t chain_off_ms; /* the chain's motor was last on */
    bool proves;           /* the supply alone is on, to see whether the chain stands */
} guard;

void guard_start(void)
{
    memset(&guard, 0, sizeof guard);
    hal_write_outputs(guard.on);
}

bool guard_on(uint8_t output)
{
    return pin(guard.on, output);
}

bool guard_powered(void)
{
    return guard_on(OUT_POWER);
}

/* The limit of an output: longer than any motion leaves it on. */
static uint32_t longest_ms(uint8_t output)
{
    switch (output) {
    case OUT_LID_OPEN:
    case OUT_LID_CLOSE:
    case OUT_PUSHER:
    case OUT_PUSHER + 1:
        return 6000;
    case OUT_DRUM:
    case OUT_CHAIN:
        return 185000;
    case OUT_CHAIN_BACK:
        return 3000;
    case OUT_DICE:
        return 2000;
    case OUT_DEAL:
        return 30000;
    default:
        return 7000; /* a lift */
    }
}

static bool any_on(const uint8_t out[OUTPUT_BYTES])
{
    _Static_assert(POWERED == 17, "two bytes and a bit");
    return out[0] | out[1] | (out[2] & 1);
}

bool guard_moves(void)
{
    return any_on(guard.on);
}

static void forbid(uint8_t out[OUTPUT_BYTES], uint8_t first, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        set_pin(out, (uint8_t)(first + i), false);
}

static void interlock_lifts(uint8_t out[OUTPUT_BYTES])
{
    bool all_down = true;
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        uint8_t up = (uint8_t)(OUT_LIFT_UP + chair), down = (uint8_t)(OUT_LIFT_DOWN + chair);
        bool both = pin(out, up) && pin(out, down);
        if (both || input_raw((uint8_t)(IN_CURTAIN + chair))) {
            set_pin(out, up, false);
            set_pin(out, down, false);
        }
        if (input_raw((uint8_t)(IN_LIFT_UP + chair)))
            set_pin(out, up, false);
        if (input_raw((uint8_t)(IN_LIFT_DOWN + chair)))
            set_pin(out, down, false);
        all_down = all_down && input_raw((uint8_t)(IN_LIFT_DOWN + chair));
    }
    if (!all_down)
        forbid(out, OUT_PUSHER, SETS);
    if (pin(out, OUT_PUSHER) || pin(out, OUT_PUSHER + 1))
        forbid(out, OUT_LIFT_UP, 2 * CHAIRS);
}

static void interlock(uint8_t out[OUTPUT_BYTES])
{
    interlock_lifts(out);
    bool hand = false;
    for (uint8_t chair = 0; chair < CHAIRS; chair++)
        hand = hand || input_raw((uint8_t)(IN_CURTAIN + chair));
    if (hand || (pin(out, OUT_LID_OPEN) && pin(out, OUT_LID_CLOSE)))
        set_pin(out, OUT_LID_CLOSE, false);
    if (hand)
        set_pin(out, OUT_DEAL, false);
    if (!input_raw(IN_LID_CLOSED))
        forbid(out, OUT_DRUM, 3);
    if (pin(out, OUT_DRUM) || pin(out, OUT_CHAIN))
        set_pin(out, OUT_LID_OPEN, false);
    if (pin(out, OUT_CHAIN) && pin(out, OUT_CHAIN_BACK))
        forbid(out, OUT_CHAIN, 2);
}

static void watch_times(uint32_t now_ms)
{
    for (uint8_t n = 0; n < POWERED; n++) {
        if (guard_on(n) && now_ms - guard.since_ms[n] >= longest_ms(n))
            fault_latch(FAULT_NAME_ON_TOO_LONG, n);
    }
}

static void watch_chain(uint32_t now_ms)
{
    if (guard_on(OUT_CHAIN) || guard_on(OUT_CHAIN_BACK)) {
        guard.chain_off_ms = now_ms;
    } else if (guard_powered() && input_moved(IN_CHAIN) && now_ms - guard.chain_off_ms >= COAST_MS) {
        if (guard.proves)
            report_fault(FAULT_NAME_CHAIN_RUNS_ON, 255, true, OUT_CHAIN, now_ms);
        guard.proves = false;
        fault_latch(FAULT_NAME_CHAIN_RUNS_ON, OUT_CHAIN);
    }
}

bool guard_prove(uint32_t now_ms)
{
    if (!input_raw(IN_LID_CLOSED))
        return false; /* people reach into the well; a chain that runs on shows at the next motion */
    guard.proves = true;
    guard.moved_ms = now_ms;
    return true;
}

/* True while the supply is on for the proof; once the chain is proven to stand, latched faults are released. */
static bool prove(uint32_t now_ms)
{
    if (!guard.proves)
        return false;
    if (input_raw(IN_EMERGENCY) || input_raw(IN_OVER_CURRENT) || !input_raw(IN_LID_CLOSED)) {
        guard.proves = false; /* nothing is proven, and all stays latched */
    } else if (now_ms - guard.moved_ms >= LINGER_MS) {
        guard.proves = false;
        faults_release(now_ms);
    }
    return guard.proves;
}

void guard_poll(const uint8_t wanted[OUTPUT_BYTES], uint32_t now_ms)
{
    uint8_t out[OUTPUT_BYTES];
    if (!any_on(wanted) && !any_on(guard.on) && !guard_powered() && !guard.proves)
        return; /* at rest, as nearly always */
    watch_times(now_ms);
    watch_chain(now_ms);
    if (faults_latched()) {
        memset(out, 0, sizeof out);
        set_pin(out, OUT_POWER, prove(now_ms));
    } else {
        memcpy(out, wanted, sizeof out);
        interlock(out);
        bool moves = any_on(out);
        if (moves)
            guard.moved_ms = now_ms;
        set_pin(out, OUT_POWER, moves || (guard_powered() && now_ms - guard.moved_ms < LINGER_MS));
    }
    for (uint8_t n = 0; n < POWERED; n++) {
        if (pin(out, n) && !guard_on(n))
            guard.since_ms[n] = now_ms;
    }
    if (memcmp(out, guard.on, sizeof out) == 0)
        return;
    memcpy(guard.on, out, sizeof out);
    hal_write_outputs(guard.on);
}

uint32_t guard_next(uint32_t now_ms)
{
    uint32_t next = NEVER;
    for (uint8_t n = 0; n < POWERED; n++) {
        if (guard_on(n))
            next = sooner(next, left_of(guard.since_ms[n], longest_ms(n), now_ms));
    }
    if (next == NEVER && (guard_powered() || guard.proves))
        next = left_of(guard.moved_ms, LINGER_MS, now_ms);
    return next;
}
