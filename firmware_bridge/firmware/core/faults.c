/* Emergency stop, over-current, and the book of all faults. */
#include "faults.h"

#include "guard.h"
#include "inputs.h"
#include "link.h"
#include "motions.h"
#include "times.h"

#define OVER_CURRENT_MS 15u /* a motor's inrush is shorter; the motors are off within 20 ms */
#define LATCHING                                                                                                       \
    (1u << FAULT_NAME_EMERGENCY_STOP | 1u << FAULT_NAME_OVER_CURRENT | 1u << FAULT_NAME_CHAIN_RUNS_ON |                \
     1u << FAULT_NAME_ON_TOO_LONG)

static struct {
    uint8_t mask; /* by enum fault_name */
    bool over_current;
    uint32_t over_current_ms;
} faults;

void faults_start(uint8_t kept)
{
    faults.mask = kept & LATCHING;
    faults.over_current = false;
}

void report_fault(uint8_t name, uint8_t chair, bool active, uint8_t detail, uint32_t now_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct fault m = {.fault = name, .chair = chair, .active = active, .detail = detail};
    pack_fault(fields, &m);
    link_signal(ID_FAULT, now_ms, fields, SIZE_FAULT);
}

bool fault_shown(uint8_t name)
{
    return (faults.mask >> name) & 1;
}

uint8_t faults_kept(void)
{
    return faults.mask & LATCHING;
}

bool faults_latched(void)
{
    return faults.mask & LATCHING;
}

void fault_latch(uint8_t name, uint8_t detail, uint32_t now_ms)
{
    if (fault_shown(name))
        return;
    faults.mask = (uint8_t)(faults.mask | (1u << name));
    motions_abort(0, OUTCOME_LATCHED, now_ms);
    report_fault(name, 255, true, detail, now_ms);
}

void fault_show(uint8_t name, bool active, uint32_t now_ms)
{
    if (fault_shown(name) == active)
        return;
    faults.mask = (uint8_t)(faults.mask ^ (1u << name));
    report_fault(name, 255, active, 0, now_ms);
}

bool faults_reset(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY) || input_raw(IN_OVER_CURRENT))
        return false;
    if (!fault_shown(FAULT_NAME_CHAIN_RUNS_ON) || !guard_prove(now_ms))
        faults_release(now_ms);
    return true;
}

void faults_release(uint32_t now_ms)
{
    for (uint8_t name = 0; name < FAULT_NAME_COUNT; name++) {
        if ((LATCHING >> name) & 1)
            fault_show(name, false, now_ms);
    }
}

uint8_t faults_mask(void)
{
    return (uint8_t)(faults.mask | inputs_faults());
}

void faults_poll(uint32_t now_ms)
{
    if (input_raw(IN_EMERGENCY))
        fault_latch(FAULT_NAME_EMERGENCY_STOP, 0, now_ms);
    bool over = input_raw(IN_OVER_CURRENT);
    if (over && !faults.over_current)
        faults.over_current_ms = now_ms;
    faults.over_current = over;
    if (over && now_ms - faults.over_current_ms >= OVER_CURRENT_MS)
        fault_latch(FAULT_NAME_OVER_CURRENT, 0, now_ms);
}

uint32_t faults_next(uint32_t now_ms)
{
    if (!faults.over_current || fault_shown(FAULT_NAME_OVER_CURRENT))
        return NEVER;
    return left_of(faults.over_current_ms, OVER_CURRENT_MS, now_ms);
}
