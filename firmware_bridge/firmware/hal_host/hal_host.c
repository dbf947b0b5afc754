/* The core as a microcontroller without silicon: the machine model behind its pins, a clock that the process moves. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "hal.h"
#include "host.h"
#include "line.h"
#include "machine.h"
#include "unit.h"
#include "unit_backend.h"

#define WATCHDOG_US 120000

static int64_t hung_us; /* the watchdog was last fed */

/* hal.h */

void hal_read_inputs(uint8_t in[INPUT_BYTES])
{
    machine_inputs(in);
}

void hal_write_outputs(const uint8_t out[OUTPUT_BYTES])
{
    machine_outputs(out);
}

int16_t hal_read_analog(uint8_t channel)
{
    return machine_analog(channel);
}

void hal_show(uint8_t display, int32_t value)
{
    machine_show(display, value);
}

void hal_send(const uint8_t *bytes, uint8_t size)
{
    line_write(bytes, size);
}

uint32_t hal_entropy(void)
{
    return machine_chance();
}

void hal_keep(uint8_t value)
{
    machine_keep(value);
}

uint8_t hal_kept(void)
{
    return machine_kept();
}

/* unit_backend.h */

static uint32_t unit_ms(void)
{
    return (uint32_t)((double)host.now_us * host.drift / 1000.0 + 1e-6);
}

bool backend_option(const char *name, const char *value)
{
    (void)name;
    (void)value;
    return false;
}

/* The time at which the microcontroller next acts by itself. */
static int64_t unit_due_us(void)
{
    if (host.browned)
        return HOST_IDLE;
    if (host.hangs)
        return hung_us + WATCHDOG_US;
    if (host.changed)
        return host.now_us;
    uint32_t unit = unit_next(unit_ms());
    if (unit == NEVER)
        return HOST_IDLE;
    /* The end of a whole millisecond of the unit's clock. */
    int64_t due = (int64_t)(((double)(unit_ms() + unit)) * 1000.0 / host.drift);
    while ((uint32_t)((double)due * host.drift / 1000.0 + 1e-6) < unit_ms() + unit)
        due++;
    return due;
}

int64_t backend_next_us(void)
{
    int64_t machine = machine_next(), due = unit_due_us();
    machine = machine == MACHINE_IDLE ? HOST_IDLE : host.now_us + machine;
    return due < machine ? due : machine;
}

static void let_pass(int64_t until_us)
{
    if (until_us <= host.now_us)
        return;
    machine_advance(until_us - host.now_us);
    host.now_us = until_us;
    if (!host.hangs)
        hung_us = until_us; /* it would have fed its watchdog */
}

static void poll_unit(void)
{
    host.changed = false;
    if (host.browned)
        return;
    if (!host.hangs)
        unit_poll(unit_ms());
    else if (host.now_us - hung_us >= WATCHDOG_US)
        backend_reset(RESET_CAUSE_WATCHDOG);
}

bool backend_run(int64_t until_us)
{
    uint64_t sent = line.sent;
    while (line.sent == sent) {
        int64_t next = backend_next_us();
        if (next > until_us) {
            let_pass(until_us);
            return false;
        }
        let_pass(next);
        poll_unit();
    }
    return true;
}

void backend_receive(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size && !host.hangs && !host.browned; i++)
        unit_receive(bytes[i], unit_ms());
    host.changed = true;
}

void backend_reset(uint8_t cause)
{
    static const uint8_t OFF[OUTPUT_BYTES];
    uint32_t nonce;
    machine_outputs(OFF);
    if (getrandom(&nonce, sizeof nonce, 0) != (ssize_t)sizeof nonce) {
        perror("getrandom");
        exit(1);
    }
    host.hangs = false;
    host.boots++;
    hung_us = host.now_us;
    unit_start(cause, nonce, unit_ms());
    host.changed = true;
}

void backend_start(void)
{
    backend_reset(RESET_CAUSE_POWER_ON);
}

void backend_report(char *text, size_t size)
{
    snprintf(text, size, "boots=%u", (unsigned)host.boots);
}
