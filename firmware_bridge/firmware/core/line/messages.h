/* Generated from firmware_bridge/messages/messages.py by `python -m tools.protocol`. */
#ifndef JANTAKU_MESSAGES_H
#define JANTAKU_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_MAJOR 1u
#define PROTOCOL_MINOR 1u
#define MAX_PAYLOAD 40u
#define MAX_UNACKNOWLEDGED 32u
#define HEARTBEAT_MS 100u
#define SILENCE_MS 300u
#define TILES 136u
#define DICTIONARY 0xF13Fu
#define SIGNAL_PREFIX 8u
#define MAX_SIGNAL_FIELDS 8u
#define MAX_SNAPSHOT_FIELDS 27u

enum reset_cause {
    RESET_CAUSE_POWER_ON = 0,
    RESET_CAUSE_EXTERNAL = 1,
    RESET_CAUSE_BROWN_OUT = 2,
    RESET_CAUSE_WATCHDOG = 3,
    RESET_CAUSE_COUNT = 4
};

enum button_name {
    BUTTON_NAME_SET = 0,
    BUTTON_NAME_DICE = 1,
    BUTTON_NAME_CHI = 2,
    BUTTON_NAME_PON = 3,
    BUTTON_NAME_KAN = 4,
    BUTTON_NAME_RIICHI = 5,
    BUTTON_NAME_RON = 6,
    BUTTON_NAME_TSUMO = 7,
    BUTTON_NAME_JUDGE = 8,
    BUTTON_NAME_COUNT = 9
};

enum position {
    POSITION_BETWEEN = 0,
    POSITION_DOWN = 1,
    POSITION_UP = 2,
    POSITION_COUNT = 3
};

enum motion {
    MOTION_RAISE_WALLS = 0,
    MOTION_LOWER_WALLS = 1,
    MOTION_SHUFFLE = 2,
    MOTION_OPEN_LID = 3,
    MOTION_CLOSE_LID = 4,
    MOTION_ROLL_DICE = 5,
    MOTION_DEAL = 6,
    MOTION_COUNT = 7
};

enum motor {
    MOTOR_LIFT_0 = 0,
    MOTOR_LIFT_1 = 1,
    MOTOR_LIFT_2 = 2,
    MOTOR_LIFT_3 = 3,
    MOTOR_LID = 4,
    MOTOR_DRUM = 5,
    MOTOR_CHAIN = 6,
    MOTOR_PUSHER = 7,
    MOTOR_DEALER = 8,
    MOTOR_COUNT = 9
};

enum result {
    RESULT_DONE = 0,
    RESULT_STARTED = 1,
    RESULT_BUSY = 2,
    RESULT_LATCHED = 3,
    RESULT_LID_NOT_CLOSED = 4,
    RESULT_DRUM_TURNING = 5,
    RESULT_NOT_STACKED = 6,
    RESULT_ALREADY_STACKED = 7,
    RESULT_STILL_ACTIVE = 8,
    RESULT_UNKNOWN_REQUEST = 9,
    RESULT_BAD_VALUE = 10,
    RESULT_NOT_FITTED = 11,
    RESULT_LIFTS_LOADED = 12,
    RESULT_WALLS_NOT_UP = 13,
    RESULT_TOO_HOT = 14,
    RESULT_COUNT = 15
};

enum outcome {
    OUTCOME_REACHED = 0,
    OUTCOME_HOST_SILENT = 1,
    OUTCOME_STOPPED = 2,
    OUTCOME_LATCHED = 3,
    OUTCOME_CURTAIN_BLOCKED = 4,
    OUTCOME_LIFT_TIMEOUT = 5,
    OUTCOME_LIFT_SWITCH_STUCK = 6,
    OUTCOME_LIFT_NOT_LEVEL = 7,
    OUTCOME_LID_BLOCKED = 8,
    OUTCOME_CHAIN_STUCK = 9,
    OUTCOME_WRONG_TILE_COUNT = 10,
    OUTCOME_STACKING_TIMEOUT = 11,
    OUTCOME_PUSHER_STUCK = 12,
    OUTCOME_LIFT_JAMMED = 13,
    OUTCOME_LIFT_SWITCH_OPEN = 14,
    OUTCOME_DRUM_STUCK = 15,
    OUTCOME_LID_OPENED = 16,
    OUTCOME_DEAL_STUCK = 17,
    OUTCOME_WRONG_DEAL = 18,
    OUTCOME_TOO_HOT = 19,
    OUTCOME_LID_OBSTRUCTED = 20,
    OUTCOME_COUNT = 21
};

enum fault_name {
    FAULT_NAME_EMERGENCY_STOP = 0,
    FAULT_NAME_OVER_CURRENT = 1,
    FAULT_NAME_CURTAIN_DIRTY = 2,
    FAULT_NAME_CHAIN_RUNS_ON = 3,
    FAULT_NAME_ON_TOO_LONG = 4,
    FAULT_NAME_TOO_HOT = 5,
    FAULT_NAME_BUTTON_STUCK = 6,
    FAULT_NAME_NOISE_DEAD = 7,
    FAULT_NAME_COUNT = 8
};

/* host: The host asks who is there and begins or resumes a session; a new ``host_nonce`` is a new host. */
#define ID_HELLO_ASK 0x01u
#define SIZE_HELLO_ASK 6u
struct hello_ask {
    uint8_t major; /* protocol version */
    uint8_t minor; /* protocol version */
    uint32_t host_nonce; /* random number of this host's start */
};
static inline bool unpack_hello_ask(const uint8_t *at, uint8_t size, struct hello_ask *m)
{
    if (size != SIZE_HELLO_ASK)
        return false;
    m->major = (uint8_t)(at[0]);
    m->minor = (uint8_t)(at[1]);
    m->host_nonce = (uint32_t)(at[2] | ((uint32_t)at[3] << 8) | ((uint32_t)at[4] << 16) | ((uint32_t)at[5] << 24));
    return true;
}

/* unit: The unit's answer: a new ``boot_nonce`` means a reset. */
#define ID_HELLO 0x02u
#define SIZE_HELLO 23u
struct hello {
    uint8_t major; /* protocol version */
    uint8_t minor; /* protocol version */
    uint32_t host_nonce; /* as asked */
    uint16_t dictionary; /* checksum of the message definitions */
    uint16_t firmware; /* version, major in the high byte */
    uint8_t reset_cause; /* ResetCause */
    uint32_t boot_nonce; /* random number of this boot */
    uint32_t at_ms; /* ms of the unit's clock */
    uint32_t signals_lost; /* signals dropped since boot */
};
static inline void pack_hello(uint8_t *at, const struct hello *m)
{
    at[0] = (uint8_t)(m->major);
    at[1] = (uint8_t)(m->minor);
    at[2] = (uint8_t)(m->host_nonce);
    at[3] = (uint8_t)(m->host_nonce >> 8);
    at[4] = (uint8_t)(m->host_nonce >> 16);
    at[5] = (uint8_t)(m->host_nonce >> 24);
    at[6] = (uint8_t)(m->dictionary);
    at[7] = (uint8_t)(m->dictionary >> 8);
    at[8] = (uint8_t)(m->firmware);
    at[9] = (uint8_t)(m->firmware >> 8);
    at[10] = (uint8_t)(m->reset_cause);
    at[11] = (uint8_t)(m->boot_nonce);
    at[12] = (uint8_t)(m->boot_nonce >> 8);
    at[13] = (uint8_t)(m->boot_nonce >> 16);
    at[14] = (uint8_t)(m->boot_nonce >> 24);
    at[15] = (uint8_t)(m->at_ms);
    at[16] = (uint8_t)(m->at_ms >> 8);
    at[17] = (uint8_t)(m->at_ms >> 16);
    at[18] = (uint8_t)(m->at_ms >> 24);
    at[19] = (uint8_t)(m->signals_lost);
    at[20] = (uint8_t)(m->signals_lost >> 8);
    at[21] = (uint8_t)(m->signals_lost >> 16);
    at[22] = (uint8_t)(m->signals_lost >> 24);
}

/* host: The host is alive; the unit answers at once. */
#define ID_BEAT 0x03u
#define SIZE_BEAT 4u
struct beat {
    uint32_t token; /* any number, returned */
};
static inline bool unpack_beat(const uint8_t *at, uint8_t size, struct beat *m)
{
    if (size != SIZE_BEAT)
        return false;
    m->token = (uint32_t)(at[0] | ((uint32_t)at[1] << 8) | ((uint32_t)at[2] << 16) | ((uint32_t)at[3] << 24));
    return true;
}

/* unit: The unit is alive, with its clock: one sample of offset and drift. */
#define ID_BEAT_ANSWER 0x04u
#define SIZE_BEAT_ANSWER 8u
struct beat_answer {
    uint32_t token; /* as sent */
    uint32_t at_ms; /* ms of the unit's clock */
};
static inline void pack_beat_answer(uint8_t *at, const struct beat_answer *m)
{
    at[0] = (uint8_t)(m->token);
    at[1] = (uint8_t)(m->token >> 8);
    at[2] = (uint8_t)(m->token >> 16);
    at[3] = (uint8_t)(m->token >> 24);
    at[4] = (uint8_t)(m->at_ms);
    at[5] = (uint8_t)(m->at_ms >> 8);
    at[6] = (uint8_t)(m->at_ms >> 16);
    at[7] = (uint8_t)(m->at_ms >> 24);
}

/* unit: The unit got a frame of a session it does not know (it was reset): say hello again. */
#define ID_NO_SESSION 0x05u
#define SIZE_NO_SESSION 4u
struct no_session {
    uint32_t boot_nonce; /* random number of this boot */
};
static inline void pack_no_session(uint8_t *at, const struct no_session *m)
{
    at[0] = (uint8_t)(m->boot_nonce);
    at[1] = (uint8_t)(m->boot_nonce >> 8);
    at[2] = (uint8_t)(m->boot_nonce >> 16);
    at[3] = (uint8_t)(m->boot_nonce >> 24);
}

/* host: The host has stored every signal up to ``number``. */
#define ID_SIGNAL_ACK 0x06u
#define SIZE_SIGNAL_ACK 4u
struct signal_ack {
    uint32_t number; /* signal number since boot */
};
static inline bool unpack_signal_ack(const uint8_t *at, uint8_t size, struct signal_ack *m)
{
    if (size != SIZE_SIGNAL_ACK)
        return false;
    m->number = (uint32_t)(at[0] | ((uint32_t)at[1] << 8) | ((uint32_t)at[2] << 16) | ((uint32_t)at[3] << 24));
    return true;
}

/* unit: The answer to the request of the same sequence number; a repeated request gets the same one again. */
#define ID_ANSWER 0x07u
#define SIZE_ANSWER 3u
struct answer {
    uint8_t result; /* Result */
    uint16_t goal; /* motion number since boot */
};
static inline void pack_answer(uint8_t *at, const struct answer *m)
{
    at[0] = (uint8_t)(m->result);
    at[1] = (uint8_t)(m->goal);
    at[2] = (uint8_t)(m->goal >> 8);
}

/* host: Lower the lifts if they are up, push a stacked set onto them and raise them; ``set`` 0 takes any. */
#define ID_RAISE_WALLS 0x20u
#define SIZE_RAISE_WALLS 1u
struct raise_walls {
    uint8_t set; /* tile set, 0 any */
};
static inline bool unpack_raise_walls(const uint8_t *at, uint8_t size, struct raise_walls *m)
{
    if (size != SIZE_RAISE_WALLS)
        return false;
    m->set = (uint8_t)(at[0]);
    return m->set <= 2;
}

/* host: Lower all four lifts. */
#define ID_LOWER_WALLS 0x21u
#define SIZE_LOWER_WALLS 0u

/* host: Shuffle the tiles in the drum and stack them as the walls of ``set``; takes 60 to 120 seconds. */
#define ID_SHUFFLE 0x22u
#define SIZE_SHUFFLE 1u
struct shuffle {
    uint8_t set; /* tile set */
};
static inline bool unpack_shuffle(const uint8_t *at, uint8_t size, struct shuffle *m)
{
    if (size != SIZE_SHUFFLE)
        return false;
    m->set = (uint8_t)(at[0]);
    return m->set >= 1 && m->set <= 2;
}

/* host: Open the centre lid so that tiles can be pushed into the well. */
#define ID_OPEN_LID 0x23u
#define SIZE_OPEN_LID 0u

/* host: Close the centre lid. */
#define ID_CLOSE_LID 0x24u
#define SIZE_CLOSE_LID 0u

/* host: Roll both dice; ``seed`` 0 uses the unit's own entropy, any other number always gives the same dice. */
#define ID_ROLL_DICE 0x25u
#define SIZE_ROLL_DICE 4u
struct roll_dice {
    uint32_t seed; /* 0 for own entropy */
};
static inline bool unpack_roll_dice(const uint8_t *at, uint8_t size, struct roll_dice *m)
{
    if (size != SIZE_ROLL_DICE)
        return false;
    m->seed = (uint32_t)(at[0] | ((uint32_t)at[1] << 8) | ((uint32_t)at[2] << 16) | ((uint32_t)at[3] << 24));
    return true;
}

/* host: Stop one motion, or all with ``goal`` 0. */
#define ID_STOP_MOTION 0x26u
#define SIZE_STOP_MOTION 2u
struct stop_motion {
    uint16_t goal; /* motion number since boot */
};
static inline bool unpack_stop_motion(const uint8_t *at, uint8_t size, struct stop_motion *m)
{
    if (size != SIZE_STOP_MOTION)
        return false;
    m->goal = (uint16_t)(at[0] | ((uint16_t)at[1] << 8));
    return true;
}

/* host: Release latched faults; refused while their cause is still there. */
#define ID_RESET_FAULTS 0x27u
#define SIZE_RESET_FAULTS 0u

/* host: Send ``Levels``: the host asks after every connection. */
#define ID_REPORT_LEVELS 0x28u
#define SIZE_REPORT_LEVELS 0u

/* host: Send ``Health``: currents, supply and temperature. */
#define ID_REPORT_HEALTH 0x29u
#define SIZE_REPORT_HEALTH 0u

/* host: Deal the hands off the walls, 13 tiles each and 14 to the dealer, on a table that can. */
#define ID_DEAL 0x2Au
#define SIZE_DEAL 1u
struct deal {
    uint8_t dealer; /* chair */
};
static inline bool unpack_deal(const uint8_t *at, uint8_t size, struct deal *m)
{
    if (size != SIZE_DEAL)
        return false;
    m->dealer = (uint8_t)(at[0]);
    return m->dealer <= 3;
}

/* host: Do nothing, for measuring the line: any payload; the answer's ``goal`` counts the probes done since boot. */
#define ID_PROBE 0x2Fu

/* host: Show the number of honba. */
#define ID_SHOW_HONBA 0x30u
#define SIZE_SHOW_HONBA 1u
struct show_honba {
    uint8_t honba; /* counters */
};
static inline bool unpack_show_honba(const uint8_t *at, uint8_t size, struct show_honba *m)
{
    if (size != SIZE_SHOW_HONBA)
        return false;
    m->honba = (uint8_t)(at[0]);
    return m->honba <= 99;
}

/* host: Show the hand of the game: 1 is East 1, 5 South 1; 0 is dark. */
#define ID_SHOW_ROUND 0x31u
#define SIZE_SHOW_ROUND 1u
struct show_round {
    uint8_t round; /* hands from East 1 */
};
static inline bool unpack_show_round(const uint8_t *at, uint8_t size, struct show_round *m)
{
    if (size != SIZE_SHOW_ROUND)
        return false;
    m->round = (uint8_t)(at[0]);
    return m->round <= 20;
}

/* host: Show a chair's points. */
#define ID_SHOW_POINTS 0x32u
#define SIZE_SHOW_POINTS 5u
struct show_points {
    uint8_t chair; /* chair */
    int32_t points; /* points */
};
static inline bool unpack_show_points(const uint8_t *at, uint8_t size, struct show_points *m)
{
    if (size != SIZE_SHOW_POINTS)
        return false;
    m->chair = (uint8_t)(at[0]);
    m->points = (int32_t)(at[1] | ((uint32_t)at[2] << 8) | ((uint32_t)at[3] << 16) | ((uint32_t)at[4] << 24));
    return m->chair <= 3 && m->points >= -9999999 && m->points <= 9999999;
}

/* host: Light the dealer's lamp of a chair; 255 lights none. */
#define ID_SHOW_DEALER 0x33u
#define SIZE_SHOW_DEALER 1u
struct show_dealer {
    uint8_t chair; /* chair, 255 none */
};
static inline bool unpack_show_dealer(const uint8_t *at, uint8_t size, struct show_dealer *m)
{
    if (size != SIZE_SHOW_DEALER)
        return false;
    m->chair = (uint8_t)(at[0]);
    return true;
}

/* unit: Everything as it stands now; bit ``c`` of a mask is chair ``c``, bit ``b`` of ``buttons[c]`` a button. */
#define ID_LEVELS 0x80u
#define SIZE_LEVELS 27u
struct levels {
    uint8_t curtains; /* mask of broken curtains */
    uint8_t touches; /* mask of touched walls */
    uint8_t sticks; /* mask of filled stick slots */
    uint8_t lifts_up; /* mask */
    uint8_t lifts_down; /* mask */
    uint8_t lid; /* Position */
    uint16_t buttons[4]; /* masks by ButtonName */
    uint8_t stacked; /* mask of tile sets */
    uint8_t faults; /* mask of latched faults by FaultName */
    uint8_t moving; /* mask by Motion */
    uint16_t stick_values[4]; /* points of the sticks, 0 none */
    uint8_t walls; /* mask of lifts with tiles on them */
    uint8_t fitted; /* 1: automatic deal */
};
static inline void pack_levels(uint8_t *at, const struct levels *m)
{
    at[0] = (uint8_t)(m->curtains);
    at[1] = (uint8_t)(m->touches);
    at[2] = (uint8_t)(m->sticks);
    at[3] = (uint8_t)(m->lifts_up);
    at[4] = (uint8_t)(m->lifts_down);
    at[5] = (uint8_t)(m->lid);
    at[6] = (uint8_t)(m->buttons[0]);
    at[7] = (uint8_t)(m->buttons[0] >> 8);
    at[8] = (uint8_t)(m->buttons[1]);
    at[9] = (uint8_t)(m->buttons[1] >> 8);
    at[10] = (uint8_t)(m->buttons[2]);
    at[11] = (uint8_t)(m->buttons[2] >> 8);
    at[12] = (uint8_t)(m->buttons[3]);
    at[13] = (uint8_t)(m->buttons[3] >> 8);
    at[14] = (uint8_t)(m->stacked);
    at[15] = (uint8_t)(m->faults);
    at[16] = (uint8_t)(m->moving);
    at[17] = (uint8_t)(m->stick_values[0]);
    at[18] = (uint8_t)(m->stick_values[0] >> 8);
    at[19] = (uint8_t)(m->stick_values[1]);
    at[20] = (uint8_t)(m->stick_values[1] >> 8);
    at[21] = (uint8_t)(m->stick_values[2]);
    at[22] = (uint8_t)(m->stick_values[2] >> 8);
    at[23] = (uint8_t)(m->stick_values[3]);
    at[24] = (uint8_t)(m->stick_values[3] >> 8);
    at[25] = (uint8_t)(m->walls);
    at[26] = (uint8_t)(m->fitted);
}

/* unit: Temperature and supply as they are, and the highest current of each motor since the last report. */
#define ID_HEALTH 0x8Cu
#define SIZE_HEALTH 22u
struct health {
    int16_t temperature; /* tenths of a degree Celsius */
    uint16_t supply_mv; /* mV */
    uint16_t peak_ma[9]; /* mA, by Motor */
};
static inline void pack_health(uint8_t *at, const struct health *m)
{
    at[0] = (uint8_t)(m->temperature);
    at[1] = (uint8_t)(m->temperature >> 8);
    at[2] = (uint8_t)(m->supply_mv);
    at[3] = (uint8_t)(m->supply_mv >> 8);
    at[4] = (uint8_t)(m->peak_ma[0]);
    at[5] = (uint8_t)(m->peak_ma[0] >> 8);
    at[6] = (uint8_t)(m->peak_ma[1]);
    at[7] = (uint8_t)(m->peak_ma[1] >> 8);
    at[8] = (uint8_t)(m->peak_ma[2]);
    at[9] = (uint8_t)(m->peak_ma[2] >> 8);
    at[10] = (uint8_t)(m->peak_ma[3]);
    at[11] = (uint8_t)(m->peak_ma[3] >> 8);
    at[12] = (uint8_t)(m->peak_ma[4]);
    at[13] = (uint8_t)(m->peak_ma[4] >> 8);
    at[14] = (uint8_t)(m->peak_ma[5]);
    at[15] = (uint8_t)(m->peak_ma[5] >> 8);
    at[16] = (uint8_t)(m->peak_ma[6]);
    at[17] = (uint8_t)(m->peak_ma[6] >> 8);
    at[18] = (uint8_t)(m->peak_ma[7]);
    at[19] = (uint8_t)(m->peak_ma[7] >> 8);
    at[20] = (uint8_t)(m->peak_ma[8]);
    at[21] = (uint8_t)(m->peak_ma[8] >> 8);
}

/* unit: A hand went across the elevator line of a chair, or left it. */
#define ID_CURTAIN 0x81u
#define SIZE_CURTAIN 2u
struct curtain {
    uint8_t chair; /* chair */
    uint8_t broken; /* yes or no */
};
static inline void pack_curtain(uint8_t *at, const struct curtain *m)
{
    at[0] = (uint8_t)(m->chair);
    at[1] = (uint8_t)(m->broken);
}

/* unit: A hand touches the wall in front of a chair, or has let go of it. */
#define ID_WALL_TOUCH 0x82u
#define SIZE_WALL_TOUCH 2u
struct wall_touch {
    uint8_t chair; /* chair */
    uint8_t touching; /* yes or no */
};
static inline void pack_wall_touch(uint8_t *at, const struct wall_touch *m)
{
    at[0] = (uint8_t)(m->chair);
    at[1] = (uint8_t)(m->touching);
}

/* unit: A button went down or up, bounces removed; ``at_ms`` is the first edge. */
#define ID_BUTTON 0x83u
#define SIZE_BUTTON 3u
struct button {
    uint8_t chair; /* chair */
    uint8_t button; /* ButtonName */
    uint8_t pressed; /* yes or no */
};
static inline void pack_button(uint8_t *at, const struct button *m)
{
    at[0] = (uint8_t)(m->chair);
    at[1] = (uint8_t)(m->button);
    at[2] = (uint8_t)(m->pressed);
}

/* unit: A stick lies in a chair's slot, or was taken; ``value`` is what the slot reads on it, 0 if it cannot. */
#define ID_STICK_SLOT 0x84u
#define SIZE_STICK_SLOT 4u
struct stick_slot {
    uint8_t chair; /* chair */
    uint8_t present; /* yes or no */
    uint16_t value; /* points */
};
static inline void pack_stick_slot(uint8_t *at, const struct stick_slot *m)
{
    at[0] = (uint8_t)(m->chair);
    at[1] = (uint8_t)(m->present);
    at[2] = (uint8_t)(m->value);
    at[3] = (uint8_t)(m->value >> 8);
}

/* unit: A lift reached or left one of its switches. */
#define ID_LIFT 0x85u
#define SIZE_LIFT 2u
struct lift {
    uint8_t chair; /* chair */
    uint8_t position; /* Position */
};
static inline void pack_lift(uint8_t *at, const struct lift *m)
{
    at[0] = (uint8_t)(m->chair);
    at[1] = (uint8_t)(m->position);
}

/* unit: The centre lid reached or left one of its switches. */
#define ID_LID 0x86u
#define SIZE_LID 1u
struct lid {
    uint8_t position; /* Position */
};
static inline void pack_lid(uint8_t *at, const struct lid *m)
{
    at[0] = (uint8_t)(m->position);
}

/* unit: A shuffle counted so many tiles of a set. */
#define ID_TILE_COUNT 0x87u
#define SIZE_TILE_COUNT 2u
struct tile_count {
    uint8_t set; /* tile set */
    uint8_t count; /* tiles */
};
static inline void pack_tile_count(uint8_t *at, const struct tile_count *m)
{
    at[0] = (uint8_t)(m->set);
    at[1] = (uint8_t)(m->count);
}

/* unit: The dice lie still; ``RollDice`` with the same ``seed`` gives them again. */
#define ID_DICE_ROLLED 0x88u
#define SIZE_DICE_ROLLED 8u
struct dice_rolled {
    uint16_t goal; /* motion number since boot */
    uint8_t first; /* pips */
    uint8_t second; /* pips */
    uint32_t seed; /* what the dice were made from */
};
static inline void pack_dice_rolled(uint8_t *at, const struct dice_rolled *m)
{
    at[0] = (uint8_t)(m->goal);
    at[1] = (uint8_t)(m->goal >> 8);
    at[2] = (uint8_t)(m->first);
    at[3] = (uint8_t)(m->second);
    at[4] = (uint8_t)(m->seed);
    at[5] = (uint8_t)(m->seed >> 8);
    at[6] = (uint8_t)(m->seed >> 16);
    at[7] = (uint8_t)(m->seed >> 24);
}

/* unit: A motion ended; anything but ``REACHED`` left the machine where it stood, motors off. */
#define ID_MOTION_DONE 0x89u
#define SIZE_MOTION_DONE 5u
struct motion_done {
    uint16_t goal; /* motion number since boot */
    uint8_t motion; /* Motion */
    uint8_t outcome; /* Outcome */
    uint8_t detail; /* see Outcome */
};
static inline void pack_motion_done(uint8_t *at, const struct motion_done *m)
{
    at[0] = (uint8_t)(m->goal);
    at[1] = (uint8_t)(m->goal >> 8);
    at[2] = (uint8_t)(m->motion);
    at[3] = (uint8_t)(m->outcome);
    at[4] = (uint8_t)(m->detail);
}

/* unit: A fault came (``active``) or went. */
#define ID_FAULT 0x8Au
#define SIZE_FAULT 4u
struct fault {
    uint8_t fault; /* FaultName */
    uint8_t chair; /* chair, 255 none */
    uint8_t active; /* yes or no */
    uint8_t detail; /* see FaultName */
};
static inline void pack_fault(uint8_t *at, const struct fault *m)
{
    at[0] = (uint8_t)(m->fault);
    at[1] = (uint8_t)(m->chair);
    at[2] = (uint8_t)(m->active);
    at[3] = (uint8_t)(m->detail);
}

/* unit: The unit began a motion by itself: two set buttons at once open the lid for forgotten tiles. */
#define ID_MOTION_STARTED 0x8Bu
#define SIZE_MOTION_STARTED 3u
struct motion_started {
    uint16_t goal; /* motion number since boot */
    uint8_t motion; /* Motion */
};
static inline void pack_motion_started(uint8_t *at, const struct motion_started *m)
{
    at[0] = (uint8_t)(m->goal);
    at[1] = (uint8_t)(m->goal >> 8);
    at[2] = (uint8_t)(m->motion);
}

/* Whether a request's payload has the size of its message; true if it is not a request. */
static inline bool request_fits(uint8_t id, uint8_t size)
{
    switch (id) {
    case ID_RAISE_WALLS:
        return size == SIZE_RAISE_WALLS;
    case ID_LOWER_WALLS:
        return size == SIZE_LOWER_WALLS;
    case ID_SHUFFLE:
        return size == SIZE_SHUFFLE;
    case ID_OPEN_LID:
        return size == SIZE_OPEN_LID;
    case ID_CLOSE_LID:
        return size == SIZE_CLOSE_LID;
    case ID_ROLL_DICE:
        return size == SIZE_ROLL_DICE;
    case ID_STOP_MOTION:
        return size == SIZE_STOP_MOTION;
    case ID_RESET_FAULTS:
        return size == SIZE_RESET_FAULTS;
    case ID_REPORT_LEVELS:
        return size == SIZE_REPORT_LEVELS;
    case ID_REPORT_HEALTH:
        return size == SIZE_REPORT_HEALTH;
    case ID_DEAL:
        return size == SIZE_DEAL;
    case ID_PROBE:
        return true;
    case ID_SHOW_HONBA:
        return size == SIZE_SHOW_HONBA;
    case ID_SHOW_ROUND:
        return size == SIZE_SHOW_ROUND;
    case ID_SHOW_POINTS:
        return size == SIZE_SHOW_POINTS;
    case ID_SHOW_DEALER:
        return size == SIZE_SHOW_DEALER;
    default:
        return true;
    }
}

#endif
