/* The guard alone: inputs and faults are stubs in this file, and the motions want everything for ever. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"
#include "guard.h"
#include "hal.h"
#include "inputs.h"

static uint8_t in[INPUT_BYTES], before[INPUT_BYTES], written[OUTPUT_BYTES];
static bool latched;
static uint8_t latched_name, latched_detail;

void hal_write_outputs(const uint8_t out[OUTPUT_BYTES])
{
    memcpy(written, out, OUTPUT_BYTES);
}

bool input_raw(uint8_t n)
{
    return pin(in, n);
}

bool input_moved(uint8_t n)
{
    return pin(in, n) != pin(before, n);
}

bool faults_latched(void)
{
    return latched;
}

void fault_latch(uint8_t name, uint8_t detail)
{
    latched = true;
    latched_name = name;
    latched_detail = detail;
}

static bool released;
static unsigned told;

void faults_release(uint32_t now_ms)
{
    (void)now_ms;
    released = true;
    latched = false;
}

void report_fault(uint8_t name, uint8_t chair, bool active, uint8_t detail, uint32_t now_ms)
{
    (void)name, (void)chair, (void)active, (void)detail, (void)now_ms;
    told++;
}

static void expect(bool good, const char *what, unsigned n)
{
    if (good)
        return;
    printf("guard: %s (%u)\n", what, n);
    exit(1);
}

/* Lifts between their switches, lid closed, no hands. */
static void fresh(void)
{
    memset(in, 0, sizeof in);
    set_pin(in, IN_LID_CLOSED, true);
    memcpy(before, in, sizeof in);
    latched = false;
    guard_start();
}

static const uint32_t LONGEST_MS[POWERED] = {7000, 7000, 7000, 7000,   7000,   7000, 7000, 7000, 6000,
                                             6000, 185000, 185000, 3000, 6000, 6000, 2000, 30000};

static void allow(uint8_t output)
{
    fresh();
    for (uint8_t chair = 0; chair < CHAIRS && output >= OUT_PUSHER && output < OUT_PUSHER + SETS; chair++)
        set_pin(in, (uint8_t)(IN_LIFT_DOWN + chair), true);
    set_pin(in, IN_LID_CLOSED, output != OUT_LID_CLOSE);
}

/* Ask for each output alone, for ever: it is on until its time is over, then everything is off for good. */
static void longest_times(void)
{
    for (uint8_t n = 0; n < POWERED; n++) {
        uint8_t wanted[OUTPUT_BYTES] = {0};
        allow(n);
        set_pin(wanted, n, true);
        for (uint32_t now = 1; now < LONGEST_MS[n] + 10; now++) {
            guard_poll(wanted, now);
            bool over = now >= LONGEST_MS[n] + 1;
            expect(pin(written, n) == !over, over ? "on for too long" : "off too early", n);
            expect(pin(written, OUT_POWER) == !over, "the supply", n);
        }
        expect(latched && latched_name == FAULT_NAME_ON_TOO_LONG && latched_detail == n, "not latched", n);
    }
}

/* Ask for everything at once. */
static void poll_all(void)
{
    uint8_t wanted[OUTPUT_BYTES];
    memset(wanted, 0xFF, sizeof wanted);
    guard_poll(wanted, 1);
}

static void interlocks(void)
{
    fresh();
    poll_all();
    for (uint8_t chair = 0; chair < CHAIRS; chair++)
        expect(!(pin(written, chair) && pin(written, (uint8_t)(OUT_LIFT_DOWN + chair))), "both ways", chair);
    expect(!pin(written, OUT_PUSHER) && !pin(written, OUT_PUSHER + 1), "pusher under raised lifts", 0);
    expect(!pin(written, OUT_LID_OPEN), "lid over a turning drum", 0);
    expect(!pin(written, OUT_LID_CLOSE), "lid both ways", 0);
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        uint8_t wanted[OUTPUT_BYTES] = {0};
        fresh();
        set_pin(in, (uint8_t)(IN_CURTAIN + chair), true);
        for (uint8_t c = 0; c < CHAIRS; c++)
            set_pin(wanted, (uint8_t)(OUT_LIFT_UP + c), true);
        set_pin(wanted, OUT_LID_CLOSE, true);
        set_pin(wanted, OUT_DEAL, true);
        guard_poll(wanted, 1);
        for (uint8_t c = 0; c < CHAIRS; c++)
            expect(pin(written, (uint8_t)(OUT_LIFT_UP + c)) == (c != chair), "lift and curtain", c);
        expect(!pin(written, OUT_LID_CLOSE) && !pin(written, OUT_DEAL), "closing on a hand", chair);
    }
    for (uint8_t n = OUT_DRUM; n <= OUT_CHAIN_BACK; n++) {
        uint8_t wanted[OUTPUT_BYTES] = {0};
        fresh();
        set_pin(wanted, n, true);
        guard_poll(wanted, 1);
        expect(pin(written, n), "under a closed lid", n);
        set_pin(in, IN_LID_CLOSED, false);
        guard_poll(wanted, 2);
        expect(!pin(written, n), "under an open lid", n);
    }
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        uint8_t wanted[OUTPUT_BYTES] = {0};
        fresh();
        set_pin(wanted, chair, true);
        set_pin(in, (uint8_t)(IN_LIFT_UP + chair), true);
        guard_poll(wanted, 1);
        expect(!pin(written, chair), "against its upper switch", chair);
    }
}

static void latch_switches_off(void)
{
    fresh();
    poll_all();
    latched = true;
    poll_all();
    for (uint8_t n = 0; n < OUTPUTS; n++)
        expect(!pin(written, n), "on while latched", n);
}

/* Latched because the chain ran on: only the supply is on for a second, and off for good if the chain moves. */
static void proof(void)
{
    static const uint8_t NOTHING[OUTPUT_BYTES];
    for (unsigned runs = 0; runs < 2; runs++) {
        fresh();
        latched = true;
        released = false;
        told = 0;
        expect(guard_prove(1), "no proof", runs);
        for (uint32_t now = 2; now < 1010; now++) {
            memcpy(before, in, sizeof in);
            set_pin(in, IN_CHAIN, runs && now > 500);
            guard_poll(NOTHING, now);
            bool on = runs ? now <= 500 : now < 1001;
            expect(pin(written, OUT_POWER) == on, "the supply in the proof", now);
            set_pin(written, OUT_POWER, false);
            expect(!written[0] && !written[1] && !written[2], "a motor in the proof", now);
            set_pin(written, OUT_POWER, on);
        }
        expect(released == !runs && told == runs, "what the proof shows", runs);
    }
    fresh();
    set_pin(in, IN_LID_CLOSED, false);
    expect(!guard_prove(1), "a proof under an open lid", 0);
    fresh();
    latched = true;
    guard_prove(1);
    set_pin(in, IN_EMERGENCY, true);
    guard_poll(NOTHING, 2);
    guard_poll(NOTHING, 1500);
    expect(latched && !pin(written, OUT_POWER), "a proof in an emergency", 0);
}

int main(void)
{
    longest_times();
    interlocks();
    latch_switches_off();
    proof();
    printf("guard: %u outputs, all good\n", POWERED);
    return 0;
}
