/* The signals of the inputs, and Levels. */
#include "reports.h"

#include "inputs.h"
#include "link.h"

static uint8_t position(uint8_t up, uint8_t down)
{
    return input(up) ? POSITION_UP : input(down) ? POSITION_DOWN : POSITION_BETWEEN;
}

/* Points of the stick in a slot, 0 if there is none or its dots cannot be read. */
static uint16_t stick_value(uint8_t chair)
{
    uint8_t first = (uint8_t)(IN_STICK_KIND + 3u * chair);
    if (!input((uint8_t)(IN_STICK + chair)))
        return 0;
    switch (input_raw(first) | input_raw((uint8_t)(first + 1u)) << 1 | input_raw((uint8_t)(first + 2u)) << 2) {
    case STICK_100:
        return 100;
    case STICK_500:
        return 500;
    case STICK_1000:
        return 1000;
    case STICK_5000:
        return 5000;
    case STICK_10000:
        return 10000;
    default:
        return 0;
    }
}

void report_input(uint8_t n, bool on, uint32_t at_ms)
{
    uint8_t fields[MAX_SIGNAL_FIELDS];
    if (n < IN_TOUCH) {
        const struct curtain m = {.chair = n, .broken = on};
        pack_curtain(fields, &m);
        link_signal(ID_CURTAIN, at_ms, fields, SIZE_CURTAIN);
    } else if (n < IN_STICK) {
        const struct wall_touch m = {.chair = (uint8_t)(n - IN_TOUCH), .touching = on};
        pack_wall_touch(fields, &m);
        link_signal(ID_WALL_TOUCH, at_ms, fields, SIZE_WALL_TOUCH);
    } else if (n < IN_BUTTON) {
        uint8_t chair = (uint8_t)(n - IN_STICK);
        const struct stick_slot m = {.chair = chair, .present = on, .value = stick_value(chair)};
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
        .faults = faults,
        .moving = moving,
        .walls = input_mask(IN_WALL, CHAIRS),
        .fitted = input_raw(IN_DEALER),
    };
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        m.stick_values[chair] = stick_value(chair);
        for (uint8_t b = 0; b < BUTTONS; b++)
            m.buttons[chair] =
                (uint16_t)(m.buttons[chair] | ((uint16_t)input((uint8_t)(IN_BUTTON + chair * BUTTONS + b)) << b));
    }
    pack_levels(fields, &m);
    link_signal(ID_LEVELS, now_ms, fields, SIZE_LEVELS);
}
