/* Goals, begin and end of motions; the parts' own state machines are in their files. */
#include "motions.h"

#include <string.h>

#include "faults.h"
#include "flash.h"
#include "link.h"

uint8_t outputs[OUTPUT_BYTES];
static struct activity activities[PARTS];
static const struct part *const *parts;
static uint16_t goals;

static struct part part_at(uint8_t name)
{
    const struct part *at;
    struct part part;
    copy_flash(&at, &parts[name], sizeof at);
    copy_flash(&part, at, sizeof part);
    return part;
}

/* The part that carries out a motion; each motion has one part. */
static uint8_t name_of(uint8_t motion)
{
    uint8_t name = 0;
    while (name < PARTS - 1u && !((part_at(name).motions >> motion) & 1))
        name++;
    return name;
}

void motions_start(const struct part *const all[PARTS])
{
    memset(activities, 0, sizeof activities);
    memset(outputs, 0, sizeof outputs);
    parts = all;
    goals = 0;
}

struct activity *activity(enum part_name part)
{
    return &activities[part];
}

void enter_phase(struct activity *a, uint8_t phase, uint32_t now_ms)
{
    a->phase = phase;
    a->since_ms = now_ms;
}

uint8_t motion_check(const struct order *order)
{
    return part_at(name_of(order->motion)).check(order);
}

uint16_t motion_begin(const struct order *order, uint32_t now_ms)
{
    uint8_t part = name_of(order->motion);
    struct activity *a = &activities[part];
    goals = (uint16_t)(goals == 0xFFFFu ? 1u : goals + 1u);
    a->on = true;
    a->motion = order->motion;
    a->goal = goals;
    a->began_ms = now_ms;
    enter_phase(a, 0, now_ms);
    part_at(part).begin(a, order, now_ms);
    return goals;
}

void motion_end(enum part_name part, uint8_t outcome, uint8_t detail, uint32_t now_ms)
{
    struct activity *a = &activities[part];
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct motion_done m = {.goal = a->goal, .motion = a->motion, .outcome = outcome, .detail = detail};
    const struct part ends = part_at(part);
    for (uint8_t byte = 0; byte < OUTPUT_BYTES; byte++)
        outputs[byte] = (uint8_t)(outputs[byte] & ~ends.motors[byte]);
    a->on = false;
    pack_motion_done(fields, &m);
    link_signal(ID_MOTION_DONE, now_ms, fields, SIZE_MOTION_DONE);
}

void motions_abort(uint16_t goal, uint8_t outcome, uint32_t now_ms)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on && (goal == 0 || goal == activities[part].goal))
            motion_end((enum part_name)part, outcome, 0, now_ms);
    }
}

void motions_heed_faults(uint32_t now_ms)
{
    uint8_t came = faults_untold();
    if (!came)
        return;
    motions_abort(0, came == 1u << FAULT_NAME_TOO_HOT ? OUTCOME_TOO_HOT : OUTCOME_LATCHED, now_ms);
    faults_tell(now_ms);
}

/* The time for which a moving part has gone on without a word from the host. */
static uint32_t unheard(const struct activity *a, uint32_t silent_ms, uint32_t now_ms)
{
    return sooner(silent_ms, now_ms - a->began_ms);
}

void motions_unheard(uint32_t silent_ms, uint32_t now_ms)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on && unheard(&activities[part], silent_ms, now_ms) >= SILENCE_MS)
            motion_end((enum part_name)part, OUTCOME_HOST_SILENT, 0, now_ms);
    }
}

uint8_t motions_mask(void)
{
    uint8_t mask = 0;
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on)
            mask = (uint8_t)(mask | (1u << activities[part].motion));
    }
    return mask;
}

void motions_poll(uint32_t now_ms)
{
    for (uint8_t part = 0; part < PARTS; part++) {
        if (activities[part].on)
            part_at(part).poll(&activities[part], now_ms);
    }
}

uint32_t motions_next(uint32_t silent_ms, uint32_t now_ms)
{
    uint32_t next = NEVER;
    for (uint8_t part = 0; part < PARTS; part++) {
        const struct activity *a = &activities[part];
        if (!a->on)
            continue;
        uint32_t silent = unheard(a, silent_ms, now_ms);
        next = sooner(next, silent >= SILENCE_MS ? 0 : SILENCE_MS - silent);
        next = sooner(next, part_at(part).next(a, now_ms));
    }
    return next;
}
