/* The microcontroller's pins: switches and currents out of the mechanics, motors into them. */
#include <string.h>

#include "messages.h"
#include "state.h"

#define INRUSH_US 8000

void machine_show(uint8_t display, int32_t value)
{
    m.changes += m.shown[display] != value;
    m.shown[display] = value;
}

uint32_t machine_changes(void)
{
    return m.changes;
}

static bool lid_shut(void)
{
    return m.lid_us <= 0 && !m.fault[LID_OPENS];
}

static bool curtain(unsigned chair)
{
    return m.hand[chair] || m.fault[CURTAIN_DIRT + chair];
}

static bool lift_is_up(unsigned chair)
{
    return (m.lift_us[chair] >= lift_travel(chair) && !m.fault[LIFT_OPEN + chair]) || m.fault[LIFT_SWITCH + chair];
}

/* Counts motors that are on but must not be, for tests of the unit. */
static void look_for_wrongs(const uint8_t pins[OUTPUT_BYTES])
{
    bool hand = false, lifted = false, wrong = false;
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        bool up = pin(pins, (uint8_t)(OUT_LIFT_UP + chair)), down = pin(pins, (uint8_t)(OUT_LIFT_DOWN + chair));
        wrong = wrong || (up && down) || ((up || down) && curtain(chair));
        hand = hand || curtain(chair);
        lifted = lifted || m.lift_us[chair] > 0;
    }
    bool turns = pin(pins, OUT_DRUM) || pin(pins, OUT_CHAIN) || pin(pins, OUT_CHAIN_BACK);
    wrong = wrong || (hand && (pin(pins, OUT_LID_CLOSE) || pin(pins, OUT_DEAL)));
    wrong = wrong || (turns && (!lid_shut() || pin(pins, OUT_LID_OPEN)));
    wrong = wrong || (lifted && (pin(pins, OUT_PUSHER) || pin(pins, OUT_PUSHER + 1)));
    m.wrong += wrong;
}

/* The diode gets its supply. If a person set the dice, it sends two bits for each bit of the seed: the bit and its
 * opposite. */
static void power_diode(void)
{
    m.noise_at = 0;
    m.noise_coded = m.dice_set;
    m.noise = m.dice_set ? m.dice_seed : machine_chance();
    m.dice_set = false;
}

static bool noise_bit(void)
{
    if (m.fault[NOISE_DEAD] || !driven(OUT_DICE))
        return false;
    if (m.noise_coded && m.noise_at < 64) {
        uint8_t at = m.noise_at++;
        return ((m.noise >> (31 - at / 2)) & 1) ^ (at & 1);
    }
    m.noise ^= m.noise << 13;
    m.noise ^= m.noise >> 17;
    m.noise ^= m.noise << 5;
    return m.noise >> 31;
}

static void start_motor(unsigned output)
{
    static const uint8_t MOTOR_OF[OUT_DEAL + 1] = {
        [OUT_LIFT_UP] = MOTOR_LIFT_0,   [OUT_LIFT_UP + 1] = MOTOR_LIFT_1,   [OUT_LIFT_UP + 2] = MOTOR_LIFT_2,
        [OUT_LIFT_UP + 3] = MOTOR_LIFT_3, [OUT_LIFT_DOWN] = MOTOR_LIFT_0,   [OUT_LIFT_DOWN + 1] = MOTOR_LIFT_1,
        [OUT_LIFT_DOWN + 2] = MOTOR_LIFT_2, [OUT_LIFT_DOWN + 3] = MOTOR_LIFT_3, [OUT_LID_OPEN] = MOTOR_LID,
        [OUT_LID_CLOSE] = MOTOR_LID,    [OUT_DRUM] = MOTOR_DRUM,            [OUT_CHAIN] = MOTOR_CHAIN,
        [OUT_CHAIN_BACK] = MOTOR_CHAIN, [OUT_PUSHER] = MOTOR_PUSHER,        [OUT_PUSHER + 1] = MOTOR_PUSHER,
        [OUT_DICE] = MOTORS,            [OUT_DEAL] = MOTOR_DEALER,
    };
    m.starts[output]++;
    if (output <= OUT_DEAL && MOTOR_OF[output] < MOTORS)
        m.on_us[MOTOR_OF[output]] = 0;
}

void machine_outputs(const uint8_t pins[OUTPUT_BYTES])
{
    bool had_pusher = driven(OUT_PUSHER) || driven(OUT_PUSHER + 1), had_dice = driven(OUT_DICE);
    for (uint8_t n = 0; n < OUTPUTS; n++) {
        if (pin(pins, n) && !pin(m.out, n))
            start_motor(n);
    }
    look_for_wrongs(pins);
    memcpy(m.out, pins, OUTPUT_BYTES);
    if (driven(OUT_DICE) && !had_dice)
        power_diode();
    unsigned set = pin(m.out, OUT_SET);
    if (driven(OUT_CHAIN_BACK) && m.place[set] == IN_DRUM) {
        m.stacked[set] = 0;
        m.tile_us = 0;
        m.gap_us = -1;
    }
    if (!had_pusher)
        m.push_us = 0;
    if (tiles_come() && m.gap_us < 0) {
        /* One shuffle is quick, another slow: 60 to 120 s in all. */
        m.slow_us = 380000 + (int64_t)(machine_chance() % 700000u);
        m.gap_us = next_gap();
    }
}

void machine_inputs(uint8_t in[INPUT_BYTES])
{
    memset(in, 0, INPUT_BYTES);
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        set_pin(in, (uint8_t)(IN_CURTAIN + chair), curtain(chair));
        set_pin(in, (uint8_t)(IN_TOUCH + chair), m.touch[chair]);
        set_pin(in, (uint8_t)(IN_STICK + chair), m.stick[chair]);
        for (uint8_t bit = 0; bit < 3; bit++)
            set_pin(in, (uint8_t)(IN_STICK_KIND + 3 * chair + bit), m.stick[chair] && (m.stick_kind[chair] >> bit) & 1);
        set_pin(in, (uint8_t)(IN_LIFT_UP + chair), lift_is_up(chair));
        set_pin(in, (uint8_t)(IN_LIFT_DOWN + chair), m.lift_us[chair] <= 0 || m.fault[LIFT_BOTTOM + chair]);
        set_pin(in, (uint8_t)(IN_WALL + chair), m.wall[chair]);
    }
    for (uint8_t n = 0; n < CHAIRS * BUTTONS; n++)
        set_pin(in, (uint8_t)(IN_BUTTON + n),
                m.button[n].on || (n % BUTTONS == BUTTON_NAME_SET && m.fault[BUTTON_STUCK + n / BUTTONS]));
    set_pin(in, IN_LID_OPEN, m.lid_us >= LID_US);
    set_pin(in, IN_LID_CLOSED, lid_shut());
    for (uint8_t set = 0; set < SETS; set++)
        set_pin(in, (uint8_t)(IN_STACKED + set),
                m.place[set] != ON_TABLE && m.stacked[set] >= FULL && !m.fault[STACKER_SWITCH]);
    set_pin(in, (uint8_t)(IN_TILE + pin(m.out, OUT_SET)), m.tile_us > 0);
    set_pin(in, IN_CHAIN, m.chain);
    set_pin(in, IN_DRUM_ZERO, m.drum);
    set_pin(in, IN_PUSHER, m.push_us >= PUSH_US);
    set_pin(in, IN_DEALER, m.dealer);
    set_pin(in, IN_DEALT, m.deal_tile);
    set_pin(in, IN_DEAL_HOME, !m.deal_away);
    set_pin(in, IN_NOISE, noise_bit());
    set_pin(in, IN_EMERGENCY, m.fault[EMERGENCY]);
    set_pin(in, IN_OVER_CURRENT, m.fault[OVERLOAD]);
}

/* A motor's current: three times as much while it starts, four times as much when it cannot turn. */
static int16_t current(uint8_t motor, bool on, bool stalled, int16_t running_ma)
{
    if (!on)
        return 0;
    return (int16_t)(stalled ? running_ma * 4 : m.on_us[motor] < INRUSH_US ? running_ma * 3 : running_ma);
}

static int16_t lift_current(uint8_t chair)
{
    bool on = driven(OUT_LIFT_UP + chair) || driven(OUT_LIFT_DOWN + chair);
    return current(chair, on, lift_direction(chair) == 0 && !m.fault[LIFT_STUCK + chair], 800);
}

int16_t machine_analog(uint8_t channel)
{
    bool chain = driven(OUT_CHAIN) || driven(OUT_CHAIN_BACK), pusher = driven(OUT_PUSHER) || driven(OUT_PUSHER + 1);
    switch (channel) {
    case MOTOR_LID:
        return current(channel, driven(OUT_LID_OPEN) || driven(OUT_LID_CLOSE), lid_direction() == 0 && !m.fault[LID_SLIPS], 600);
    case MOTOR_DRUM:
        return current(channel, driven(OUT_DRUM), m.fault[DRUM_STUCK], 1200);
    case MOTOR_CHAIN:
        return current(channel, chain, m.fault[CHAIN_STUCK], 700);
    case MOTOR_PUSHER:
        return current(channel, pusher, m.fault[PUSHER_STUCK], 900);
    case MOTOR_DEALER:
        return current(channel, driven(OUT_DEAL), m.fault[DEAL_STUCK], 500);
    case ANALOG_SUPPLY:
        return 24000;
    case ANALOG_TEMPERATURE:
        return (int16_t)(m.temperature * 10);
    default:
        return lift_current(channel);
    }
}
