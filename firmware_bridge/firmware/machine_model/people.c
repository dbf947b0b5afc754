/* Acts of people at the table, and faults. */
#include <string.h>

#include "throw.h"
#include "state.h"

void machine_hand(unsigned chair, bool across)
{
    m.hand[chair] = across;
}

void machine_touch(unsigned chair, bool on)
{
    m.touch[chair] = on;
}

void machine_stick(unsigned chair, bool present, enum stick_kind kind)
{
    m.stick[chair] = present;
    m.stick_kind[chair] = (uint8_t)kind;
}

void machine_press(unsigned chair, unsigned button, bool on)
{
    struct button_contact *b = &m.button[chair * BUTTONS + button];
    bool settled = b->on != (b->edges & 1);
    if (settled == on)
        return;
    b->on = on;
    b->edges = BOUNCES; /* even: ends where it began */
    b->edge_us = BOUNCE_US;
}

void machine_dice(uint8_t first, uint8_t second)
{
    uint32_t seed;
    do {
        m.dice_seed = seed = machine_chance();
    } while (!seed || dice_throw(&seed) != first || dice_throw(&seed) != second);
    m.dice_set = true;
}

void machine_tiles(unsigned set, unsigned count)
{
    m.tiles[set] = count;
    if (m.stacked[set] > count)
        m.stacked[set] = count;
}

void machine_dealer(bool fitted)
{
    m.dealer = fitted;
}

void machine_haste(unsigned times)
{
    m.haste = times;
}

void machine_temperature(int degrees)
{
    m.temperature = degrees;
}

bool machine_fault(const char *name, bool on)
{
    static const struct {
        const char *name;
        uint8_t first;
        bool of_chair;
    } NAMES[] = {
        {"lift_stuck", LIFT_STUCK, true},         {"lift_jam", LIFT_JAM, true},
        {"lift_switch", LIFT_SWITCH, true},       {"lift_bottom", LIFT_BOTTOM, true},
        {"lift_open", LIFT_OPEN, true},           {"lift_slow", LIFT_SLOW, true},
        {"curtain_dirty", CURTAIN_DIRT, true},    {"button_stuck", BUTTON_STUCK, true},
        {"chain_stuck", CHAIN_STUCK, false},      {"chain_slips", CHAIN_SLIPS, false},
        {"chain_runs", CHAIN_RUNS, false},        {"drum_stuck", DRUM_STUCK, false},
        {"lid_blocked", LID_STUCK, false},        {"lid_opens", LID_OPENS, false},
        {"pusher_stuck", PUSHER_STUCK, false},    {"stacker_switch", STACKER_SWITCH, false},
        {"deal_stuck", DEAL_STUCK, false},        {"noise_dead", NOISE_DEAD, false},
        {"lid_slips", LID_SLIPS, false},          {"pusher_slips", PUSHER_SLIPS, false},
        {"deal_slips", DEAL_SLIPS, false},        {"lid_obstacle", LID_OBSTACLE, false},
        {"emergency", EMERGENCY, false},          {"over_current", OVERLOAD, false},
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t length = strlen(NAMES[i].name);
        if (strncmp(name, NAMES[i].name, length) != 0)
            continue;
        const char *rest = name + length;
        if (!NAMES[i].of_chair && *rest == 0) {
            m.fault[NAMES[i].first] = on;
            return true;
        }
        if (NAMES[i].of_chair && rest[0] == '_' && rest[1] >= '0' && rest[1] < '0' + (int)CHAIRS && rest[2] == 0) {
            m.fault[NAMES[i].first + rest[1] - '0'] = on;
            return true;
        }
    }
    return false;
}
