/* Stalled motors and hot drivers. */
#include "currents.h"

#include <string.h>

#include "faults.h"
#include "guard.h"
#include "hal.h"
#include "link.h"
#include "times.h"

#define JAM_MS 15u /* the inrush of a start is shorter; a stalled motor is off within 20 ms */
#define TEMPERATURE_MS 250u
#define TEMPERATURE_REST_MS 5000u /* with nothing on, drivers are heated from outside, and slowly */
#define HOT 800  /* tenths of a degree */
#define COOL 700

static struct {
    uint16_t peak_ma[MOTORS];
    uint16_t high_ms[MOTORS]; /* since when above the limit, low bits of the clock */
    uint16_t high;            /* mask */
    uint16_t jammed;          /* mask */
    uint32_t temperature_ms;
} currents;

void currents_start(void)
{
    memset(&currents, 0, sizeof currents);
}

/* Between a motor's running and its stall current. */
static uint16_t limit_ma(uint8_t motor)
{
    switch (motor) {
    case MOTOR_LID:
        return 1500;
    case MOTOR_DRUM:
        return 3000;
    case MOTOR_CHAIN:
        return 1800;
    case MOTOR_PUSHER:
        return 2200;
    case MOTOR_DEALER:
        return 1200;
    default:
        return 2000;
    }
}

static bool motor_on(uint8_t motor)
{
    switch (motor) {
    case MOTOR_LID:
        return guard_on(OUT_LID_OPEN) || guard_on(OUT_LID_CLOSE);
    case MOTOR_DRUM:
        return guard_on(OUT_DRUM);
    case MOTOR_CHAIN:
        return guard_on(OUT_CHAIN) || guard_on(OUT_CHAIN_BACK);
    case MOTOR_PUSHER:
        return guard_on(OUT_PUSHER) || guard_on(OUT_PUSHER + 1);
    case MOTOR_DEALER:
        return guard_on(OUT_DEAL);
    default:
        return guard_on((uint8_t)(OUT_LIFT_UP + motor)) || guard_on((uint8_t)(OUT_LIFT_DOWN + motor));
    }
}

static void read_motor(uint8_t motor, uint32_t now_ms)
{
    uint16_t bit = (uint16_t)(1u << motor), now = (uint16_t)now_ms;
    uint16_t ma = motor_on(motor) ? (uint16_t)hal_read_analog(motor) : 0;
    if (ma > currents.peak_ma[motor])
        currents.peak_ma[motor] = ma;
    if (ma <= limit_ma(motor)) {
        currents.high = (uint16_t)(currents.high & ~bit);
        currents.jammed = (uint16_t)(currents.jammed & ~bit);
        return;
    }
    if (!(currents.high & bit))
        currents.high_ms[motor] = now;
    currents.high |= bit;
    if ((uint16_t)(now - currents.high_ms[motor]) >= JAM_MS)
        currents.jammed |= bit;
}

bool motor_jammed(uint8_t motor)
{
    return (currents.jammed >> motor) & 1;
}

bool drivers_cool(uint32_t now_ms)
{
    int16_t temperature = hal_read_analog(ANALOG_TEMPERATURE);
    bool was_hot = fault_shown(FAULT_NAME_TOO_HOT);
    bool hot = temperature >= (was_hot ? COOL : HOT);
    currents.temperature_ms = now_ms;
    fault_show(FAULT_NAME_TOO_HOT, hot, now_ms);
    return !hot;
}

static uint32_t look_every_ms(void)
{
    return guard_powered() || fault_shown(FAULT_NAME_TOO_HOT) ? TEMPERATURE_MS : TEMPERATURE_REST_MS;
}

void currents_poll(uint32_t now_ms)
{
    if (guard_moves() || currents.high) {
        for (uint8_t motor = 0; motor < MOTORS; motor++)
            read_motor(motor, now_ms);
    }
    if (now_ms - currents.temperature_ms >= look_every_ms())
        drivers_cool(now_ms);
}

uint32_t currents_next(uint32_t now_ms)
{
    uint32_t next = left_of(currents.temperature_ms, look_every_ms(), now_ms);
    for (uint8_t motor = 0; motor < MOTORS && currents.high; motor++) {
        if (!((currents.high & ~currents.jammed) >> motor & 1))
            continue;
        uint16_t waited = (uint16_t)((uint16_t)now_ms - currents.high_ms[motor]);
        next = sooner(next, waited >= JAM_MS ? 0 : JAM_MS - waited);
    }
    return next;
}

void report_health(uint32_t now_ms)
{
    uint8_t fields[MAX_SNAPSHOT_FIELDS];
    struct health m = {
        .temperature = hal_read_analog(ANALOG_TEMPERATURE),
        .supply_mv = (uint16_t)hal_read_analog(ANALOG_SUPPLY),
    };
    memcpy(m.peak_ma, currents.peak_ma, sizeof m.peak_ma);
    memset(currents.peak_ma, 0, sizeof currents.peak_ma);
    pack_health(fields, &m);
    link_signal(ID_HEALTH, now_ms, fields, SIZE_HEALTH);
}
