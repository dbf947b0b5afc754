/* Faults that are latched, faults that are shown, and faults still to be reported. */
#include "faults.h"

#include <string.h>

#include "link.h"

#define LATCHING                                                                                                       \
    (1u << FAULT_NAME_EMERGENCY_STOP | 1u << FAULT_NAME_OVER_CURRENT | 1u << FAULT_NAME_CHAIN_RUNS_ON |                \
     1u << FAULT_NAME_ON_TOO_LONG)

static struct {
    uint8_t mask;   /* by enum fault_name */
    uint8_t untold; /* mask */
    uint8_t detail[FAULT_NAME_COUNT];
} faults;

void faults_start(uint8_t kept)
{
    memset(&faults, 0, sizeof faults);
    faults.mask = kept & LATCHING;
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

void fault_latch(uint8_t name, uint8_t detail)
{
    if (fault_shown(name))
        return;
    faults.mask = (uint8_t)(faults.mask | (1u << name));
    faults.untold = (uint8_t)(faults.untold | (1u << name));
    faults.detail[name] = detail;
}

void fault_show(uint8_t name, bool active, uint32_t now_ms)
{
    if (fault_shown(name) == active)
        return;
    faults.mask = (uint8_t)(faults.mask ^ (1u << name));
    if (active && name == FAULT_NAME_TOO_HOT)
        faults.untold = (uint8_t)(faults.untold | (1u << name)); /* its detail stays 0 */
    else
        report_fault(name, 255, active, 0, now_ms);
}

uint8_t faults_untold(void)
{
    return faults.untold;
}

void faults_tell(uint32_t now_ms)
{
    for (uint8_t name = 0; name < FAULT_NAME_COUNT; name++) {
        if ((faults.untold >> name) & 1)
            report_fault(name, 255, true, faults.detail[name], now_ms);
    }
    faults.untold = 0;
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
    return faults.mask;
}
