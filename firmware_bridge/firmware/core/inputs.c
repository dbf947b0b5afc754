/* Debouncing and reporting of the inputs. */
#include "inputs.h"

#include <string.h>

#include "link.h"

#define DEBOUNCE_MS 5u
#define DIRTY_MS 60000u /* a curtain broken for longer than any hand stays */

static struct {
    uint8_t raw[INPUT_BYTES];
    uint8_t before[INPUT_BYTES];
    uint8_t stable[INPUT_BYTES];
    uint16_t edge_ms[DEBOUNCED];  /* first edge of a change, low bits of the clock */
    uint16_t moved_ms[DEBOUNCED]; /* last edge */
    bool bouncing;
    uint32_t broken_ms[CHAIRS]; /* since when a curtain is broken */
    uint8_t dirty;              /* mask of curtains reported as dirty */
} inputs;

void inputs_start(uint32_t now_ms)
{
    memset(&inputs, 0, sizeof inputs);
    hal_read_inputs(inputs.raw);
    memcpy(inputs.before, inputs.raw, sizeof inputs.raw);
    memcpy(inputs.stable, inputs.raw, sizeof inputs.raw);
    for (uint8_t chair = 0; chair < CHAIRS; chair++)
        inputs.broken_ms[chair] = now_ms;
}

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

bool curtain_clear(uint8_t chair)
{
    uint8_t n = (uint8_t)(IN_CURTAIN + chair);
    return !pin(inputs.raw, n) && !pin(inputs.stable, n);
}

uint8_t input_mask(uint8_t first, uint8_t count)
{
    uint8_t mask = 0;
    for (uint8_t i = 0; i < count; i++)
        mask = (uint8_t)(mask | (input((uint8_t)(first + i)) << i));
    return mask;
}

static uint8_t position(uint8_t up, uint8_t down)
{
    return input(up) ? POSITION_UP : input(down) ? POSITION_DOWN : POSITION_BETWEEN;
}

static void report(uint8_t n, bool on, uint32_t at_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    if (n < IN_TOUCH) {
        const struct curtain m = {.chair = n, .broken = on};
        pack_curtain(fields, &m);
        link_signal(ID_CURTAIN, at_ms, fields, SIZE_CURTAIN);
        inputs.broken_ms[n] = at_ms;
    } else if (n < IN_STICK) {
        const struct wall_touch m = {.chair = (uint8_t)(n - IN_TOUCH), .touching = on};
        pack_wall_touch(fields, &m);
        link_signal(ID_WALL_TOUCH, at_ms, fields, SIZE_WALL_TOUCH);
    } else if (n < IN_BUTTON) {
        const struct stick_slot m = {.chair = (uint8_t)(n - IN_STICK), .present = on};
        pack_stick_slot(fields, &m);
        link_signal(ID_STICK_SLOT, at_ms, fields, SIZE_STICK_SLOT);
    } else if (n < IN_LIFT_UP) {
        uint8_t place = (uint8_t)(n - IN_BUTTON);
        const struct button m = {
            .chair = (uint8_t)(place / BUTTONS), .button = (uint8_t)(place % BUTTONS), .pressed = on};
        pack_button(fields, &m);
        link_signal(ID_BUTTON, at_ms, fields, SIZE_BUTTON);
    } else if (n < IN_LID_OPEN) {
        uint8_t chair = (uint8_t)((n - IN_LIFT_UP) % CHAIRS);
        const struct lift m = {.chair = chair,
                               .position = position((uint8_t)(IN_LIFT_UP + chair), (uint8_t)(IN_LIFT_DOWN + chair))};
        pack_lift(fields, &m);
        link_signal(ID_LIFT, at_ms, fields, SIZE_LIFT);
    } else if (n < IN_STACKED) {
        const struct lid m = {.position = position(IN_LID_OPEN, IN_LID_CLOSED)};
        pack_lid(fields, &m);
        link_signal(ID_LID, at_ms, fields, SIZE_LID);
    }
}

static void report_dirty(uint8_t chair, bool active, uint32_t now_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    const struct fault m = {.fault = FAULT_NAME_CURTAIN_DIRTY, .chair = chair, .active = active};
    pack_fault(fields, &m);
    link_signal(ID_FAULT, now_ms, fields, SIZE_FAULT);
    inputs.dirty = (uint8_t)(inputs.dirty ^ (1u << chair));
}

static void look_for_dirt(uint32_t now_ms)
{
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        bool broken = input((uint8_t)(IN_CURTAIN + chair));
        bool reported = (inputs.dirty >> chair) & 1;
        if (broken != reported && (reported || now_ms - inputs.broken_ms[chair] >= DIRTY_MS))
            report_dirty(chair, broken, now_ms);
    }
}

void inputs_poll(uint32_t now_ms)
{
    memcpy(inputs.before, inputs.raw, sizeof inputs.raw);
    hal_read_inputs(inputs.raw);
    look_for_dirt(now_ms);
    if (!inputs.bouncing && memcmp(inputs.raw, inputs.stable, DEBOUNCED / 8u + 1u) == 0)
        return;
    bool bouncing = false;
    uint16_t now = (uint16_t)now_ms;
    for (uint8_t n = 0; n < DEBOUNCED; n++) {
        if ((n & 7u) == 0 && inputs.raw[n >> 3] == inputs.stable[n >> 3] &&
            inputs.raw[n >> 3] == inputs.before[n >> 3] && n + 7u < DEBOUNCED) {
            n = (uint8_t)(n + 7u);
            continue;
        }
        bool raw = pin(inputs.raw, n);
        if (raw == pin(inputs.stable, n))
            continue;
        if (raw != pin(inputs.before, n)) {
            /* A new burst, unless an edge has just been seen: then the first one counts. */
            if ((uint16_t)(now - inputs.moved_ms[n]) >= DEBOUNCE_MS)
                inputs.edge_ms[n] = now;
            inputs.moved_ms[n] = now;
        }
        if ((uint16_t)(now - inputs.moved_ms[n]) < DEBOUNCE_MS) {
            bouncing = true;
            continue;
        }
        set_pin(inputs.stable, n, raw);
        report(n, raw, now_ms - (uint16_t)(now - inputs.edge_ms[n]));
    }
    inputs.bouncing = bouncing;
}

uint32_t inputs_next(uint32_t now_ms)
{
    uint32_t next = NEVER;
    for (uint8_t n = 0; inputs.bouncing && n < DEBOUNCED; n++) {
        if (pin(inputs.raw, n) == pin(inputs.stable, n))
            continue;
        uint16_t waited = (uint16_t)((uint16_t)now_ms - inputs.moved_ms[n]);
        uint32_t left = waited >= DEBOUNCE_MS ? 0 : DEBOUNCE_MS - waited;
        next = left < next ? left : next;
    }
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        if (!input((uint8_t)(IN_CURTAIN + chair)) || ((inputs.dirty >> chair) & 1))
            continue;
        uint32_t waited = now_ms - inputs.broken_ms[chair];
        uint32_t left = waited >= DIRTY_MS ? 0 : DIRTY_MS - waited;
        next = left < next ? left : next;
    }
    return next;
}

bool set_pressed_twice(void)
{
    uint8_t pressed = 0;
    for (uint8_t chair = 0; chair < CHAIRS; chair++)
        pressed = (uint8_t)(pressed + input((uint8_t)(IN_BUTTON + chair * BUTTONS + BUTTON_NAME_SET)));
    return pressed >= 2;
}

void report_levels(uint32_t now_ms, uint8_t stacked, uint8_t faults, uint8_t moving)
{
    uint8_t fields[MAX_SNAPSHOT_FIELDS];
    struct levels m = {
        .curtains = input_mask(IN_CURTAIN, CHAIRS),
        .touches = input_mask(IN_TOUCH, CHAIRS),
        .sticks = input_mask(IN_STICK, CHAIRS),
        .lifts_up = input_mask(IN_LIFT_UP, CHAIRS),
        .lifts_down = input_mask(IN_LIFT_DOWN, CHAIRS),
        .lid = position(IN_LID_OPEN, IN_LID_CLOSED),
        .stacked = stacked,
        .faults = (uint8_t)(faults | (inputs.dirty ? 1u << FAULT_NAME_CURTAIN_DIRTY : 0u)),
        .moving = moving,
    };
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        for (uint8_t b = 0; b < BUTTONS; b++)
            m.buttons[chair] =
                (uint16_t)(m.buttons[chair] | ((uint16_t)input((uint8_t)(IN_BUTTON + chair * BUTTONS + b)) << b));
    }
    pack_levels(fields, &m);
    link_signal(ID_LEVELS, now_ms, fields, SIZE_LEVELS);
}
