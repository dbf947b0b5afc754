/* Two inputs that latch a fault. */
#include "stops.h"

#include "faults.h"
#include "guard.h"
#include "inputs.h"
#include "times.h"

#define OVER_CURRENT_MS 15u /* a motor's inrush is shorter; the motors are off within 20 ms */

static struct {
    bool over_current;
    uint32_t over_current_ms;
} stops;

void stops_start(void)
{
    stops.over_current = false;
}

void stops_poll(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY))
        fault_latch(FAULT_NAME_EMERGENCY_STOP, 0);
    bool over = input_raw(IN_OVER_CURRENT);
    if (over && !stops.over_current)
        stops.over_current_ms = now_ms;
    stops.over_current = over;
    if (over && now_ms - stops.over_current_ms >= OVER_CURRENT_MS)
        fault_latch(FAULT_NAME_OVER_CURRENT, 0);
}

uint32_t stops_next(uint32_t now_ms)
{
    if (!stops.over_current || fault_shown(FAULT_NAME_OVER_CURRENT))
        return NEVER;
    return left_of(stops.over_current_ms, OVER_CURRENT_MS, now_ms);
}

bool stops_release(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY) || input_raw(IN_OVER_CURRENT))
        return false;
    if (!fault_shown(FAULT_NAME_CHAIN_RUNS_ON) || !guard_prove(now_ms))
        faults_release(now_ms);
    return true;
}
