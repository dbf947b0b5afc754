/* The mechanics' state, for the model's own files. Positions are microseconds of travel, so that each switch changes at
 * a known time. */
#ifndef JANTAKU_MACHINE_STATE_H
#define JANTAKU_MACHINE_STATE_H

#include "machine.h"

#define LIFT_US 2500000
#define LIFT_UNEVEN_US 35000 /* each lift is this much slower than the one before */
#define LID_US 1500000
#define LID_OBSTACLE_US 700000 /* how far open an obstacle holds it */
#define PUSH_US 2000000
#define TILE_US 40000       /* a tile is this long in front of the counter */
#define CHAIN_US 250000     /* half a turn of the slot wheel */
#define DRUM_US 500000      /* half a turn of the drum */
#define GAP_LEAST_US 200000 /* between two tiles */
#define DEAL_US 100000      /* between two tiles of the deal, and a tile's own time */
#define BOUNCE_US 700       /* between two edges of a bouncing button */
#define BOUNCES 4
#define FULL 136
#define HANDS 53 /* tiles of four hands */

enum fault_kind {
    LIFT_STUCK = 0,   /* its belt slips */
    LIFT_JAM = 4,     /* a tile beside it: the motor stalls */
    LIFT_SWITCH = 8,  /* upper switch stays closed */
    LIFT_BOTTOM = 12, /* lower switch stays closed */
    LIFT_OPEN = 16,   /* upper switch never closes */
    LIFT_SLOW = 20,
    CURTAIN_DIRT = 24,
    BUTTON_STUCK = 28, /* the set button of a chair */
    CHAIN_STUCK = 32,
    CHAIN_SLIPS,
    CHAIN_RUNS,
    DRUM_STUCK,
    LID_STUCK,
    LID_OPENS,
    PUSHER_STUCK,
    STACKER_SWITCH,
    DEAL_STUCK,
    LID_SLIPS,
    PUSHER_SLIPS,
    DEAL_SLIPS,
    LID_OBSTACLE, /* something the closing lid meets half way */
    NOISE_DEAD,
    EMERGENCY,
    OVERLOAD,
    FAULTS
};

struct button_contact {
    bool on;
    uint8_t edges; /* still to come */
    int64_t edge_us;
};

struct mechanics {
    uint32_t size; /* of this struct; a file with another size is of another version */
    uint64_t chance;
    uint8_t out[OUTPUT_BYTES];
    int32_t shown[DISPLAYS];
    uint32_t changes; /* of what is shown */
    int64_t lift_us[CHAIRS]; /* 0 down */
    bool wall[CHAIRS];       /* tiles stand on the lift */
    int64_t lid_us;          /* 0 closed */
    bool lid_was_open;
    int64_t push_us;
    enum place place[SETS];
    unsigned tiles[SETS];
    unsigned stacked[SETS]; /* tiles that have come past the counter */
    int64_t gap_us;         /* until the next tile reaches the counter */
    int64_t tile_us;        /* until the tile there has passed; 0 none */
    int64_t slow_us;        /* longest extra gap of this shuffle */
    unsigned haste;         /* the gaps are this many times as short */
    int64_t chain_us;
    bool chain;
    int64_t drum_us;
    bool drum;
    bool dealer;      /* fitted */
    unsigned dealt;   /* tiles of this round */
    unsigned deal_at; /* how far round the carriage is, of HANDS */
    bool deal_away;   /* the carriage is not at home */
    bool deal_tile;   /* a tile is in its gate */
    int64_t deal_us;  /* until that changes */
    int64_t on_us[MOTORS]; /* since a motor was switched on */
    bool hand[CHAIRS], touch[CHAIRS], stick[CHAIRS];
    uint8_t stick_kind[CHAIRS];
    struct button_contact button[CHAIRS * BUTTONS];
    bool fault[FAULTS];
    unsigned starts[OUTPUTS]; /* how often each motor was switched on */
    unsigned wrong;           /* times a motor was on against an interlock */
    int temperature;
    uint8_t kept; /* the microcontroller's byte that needs no power, 0 at first */
    uint32_t dice_seed; /* of the next throw, if a person set the dice */
    bool dice_set;
    uint32_t noise;     /* of the diode, for this throw */
    uint8_t noise_at;
    bool noise_coded;
};

extern struct mechanics *machine_state;

#define m (*machine_state)

/* An output is on, and has its supply. */
bool driven(unsigned output);

int64_t lift_travel(unsigned chair);

/* The direction of a motor: +1 up or open, -1 down or closed, 0 still. */
int lift_direction(unsigned chair);
int lid_direction(void);
bool tiles_come(void);

/* A random gap between two tiles, in microseconds. */
int64_t next_gap(void);

#endif
