/* The order of steps in one poll, and the emergency opening. */
#include "unit.h"

#include "currents.h"
#include "faults.h"
#include "guard.h"
#include "inputs.h"
#include "parts.h"
#include "reports.h"
#include "requests.h"
#include "shuffle.h"
#include "stops.h"

#define EMERGENCY_OPEN_MS 500u

/* The byte that survives resets: latched faults by enum fault_name, and the suspect sets in bits that these leave
 * free. */
#define KEPT_SET 5u
#define KEPT_SETS (3u << KEPT_SET)
#define KEPT_MARK 0x04u /* with the highest bit 0: this program has written it */
#define KEPT_MARKS 0x84u
_Static_assert(FAULT_NAME_CURTAIN_DIRTY == 2 && FAULT_NAME_TOO_HOT == 5 && FAULT_NAME_BUTTON_STUCK == 6 &&
                   FAULT_NAME_NOISE_DEAD == 7,
               "these never latch, so their bits are free");

static struct {
    bool two_sets; /* two set buttons are down */
    bool opened;   /* and the lid was opened for it */
    uint32_t two_sets_ms;
    uint8_t kept;
} unit;

void unit_start(uint8_t reset_cause, uint32_t boot_nonce, uint32_t now_ms)
{
    unit.two_sets = unit.opened = false;
    unit.kept = hal_kept();
    if ((unit.kept & KEPT_MARKS) != KEPT_MARK)
        unit.kept = KEPT_MARK;
    link_start(reset_cause, boot_nonce, do_request);
    parts_start((unit.kept & KEPT_SETS) >> KEPT_SET);
    guard_start();
    faults_start(unit.kept);
    stops_start();
    currents_start();
    requests_start();
    inputs_start(now_ms);
    for (uint8_t display = 0; display < DISPLAYS; display++)
        hal_show(display, display == SHOW_DEALER ? 255 : 0);
}

/* The unit begins this motion by itself, but not before the host knows of the reset. */
static bool may_open(uint32_t now_ms)
{
    return !faults_latched() && !fault_shown(FAULT_NAME_TOO_HOT) && link_silent_for(now_ms) != NEVER;
}

static void open_for_forgotten_tiles(uint32_t now_ms)
{
    if (activity(PART_SHUFFLE)->on)
        motion_end(PART_SHUFFLE, OUTCOME_STOPPED, 0, now_ms);
    if (activity(PART_LID)->on && activity(PART_LID)->motion == MOTION_OPEN_LID)
        return;
    if (activity(PART_LID)->on)
        motion_end(PART_LID, OUTCOME_STOPPED, 0, now_ms);
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct order open = {.motion = MOTION_OPEN_LID};
    const struct motion_started m = {.goal = motion_begin(&open, now_ms), .motion = MOTION_OPEN_LID};
    pack_motion_started(fields, &m);
    link_signal(ID_MOTION_STARTED, now_ms, fields, SIZE_MOTION_STARTED);
}

/* Two set buttons at once open the lid for forgotten tiles, even while the drum turns. */
static void watch_set_buttons(uint32_t now_ms)
{
    bool two = set_pressed_twice();
    if (two && !unit.two_sets) {
        unit.two_sets_ms = now_ms;
        unit.opened = false;
    }
    unit.two_sets = two;
    if (!two || unit.opened || now_ms - unit.two_sets_ms < EMERGENCY_OPEN_MS)
        return;
    unit.opened = true;
    if (may_open(now_ms))
        open_for_forgotten_tiles(now_ms);
}

/* Only after the motors are off, since writing takes time. */
static void keep(void)
{
    uint8_t suspect = sets_suspect((unit.kept & KEPT_SETS) >> KEPT_SET);
    uint8_t kept = (uint8_t)(KEPT_MARK | faults_kept() | suspect << KEPT_SET);
    if (kept == unit.kept)
        return;
    unit.kept = kept;
    hal_keep(kept);
}

void unit_receive(uint8_t byte, uint32_t now_ms)
{
    link_receive(byte, now_ms);
}

void unit_poll(uint32_t now_ms)
{
    inputs_poll(report_input, now_ms);
    stops_poll(now_ms);
    motions_heed_faults(now_ms);
    currents_poll(now_ms);
    motions_heed_faults(now_ms);
    watch_set_buttons(now_ms);
    motions_unheard(link_silent_for(now_ms), now_ms);
    motions_poll(now_ms);
    guard_poll(outputs, now_ms);
    motions_heed_faults(now_ms);
    keep();
    link_poll(now_ms);
}

uint32_t unit_next(uint32_t now_ms)
{
    uint32_t next = sooner(inputs_next(now_ms), link_next(now_ms));
    next = sooner(next, motions_next(link_silent_for(now_ms), now_ms));
    next = sooner(next, sooner(stops_next(now_ms), guard_next(now_ms)));
    next = sooner(next, currents_next(now_ms));
    if (unit.two_sets && !unit.opened)
        next = sooner(next, left_of(unit.two_sets_ms, EMERGENCY_OPEN_MS, now_ms));
    return next;
}
