/* The table's mechanics. Positions are microseconds of travel, so that every switch changes at a known time. */
#define _GNU_SOURCE
#include "machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LIFT_US 2500000
#define LIFT_UNEVEN_US 35000 /* each lift is this much slower than the one before */
#define LID_US 1500000
#define PUSH_US 2000000
#define TILE_US 40000       /* a tile is this long in front of the counter */
#define CHAIN_US 250000     /* half a turn of the slot wheel */
#define GAP_LEAST_US 200000 /* between two tiles */
#define BOUNCE_US 700       /* between two edges of a bouncing button */
#define BOUNCES 4
#define FULL 136

struct button_contact {
    bool on;
    uint8_t edges; /* still to come */
    int64_t edge_us;
};

enum fault_kind {
    LIFT_STUCK = 0,
    LIFT_SWITCH = 4,
    LIFT_SLOW = 8,
    CURTAIN_DIRT = 12,
    CHAIN_STUCK = 16,
    LID_STUCK,
    PUSHER_STUCK,
    STACKER_SWITCH,
    EMERGENCY,
    OVERLOAD,
    FAULTS
};

struct mechanics {
    uint32_t size; /* of this struct: another one is of another program */
    uint64_t chance;
    uint8_t out[OUTPUT_BYTES];
    int32_t shown[DISPLAYS];
    int64_t lift_us[CHAIRS]; /* 0 down */
    int64_t lid_us;          /* 0 closed */
    bool lid_was_open;
    int64_t push_us;
    enum place place[SETS];
    unsigned tiles[SETS];
    unsigned stacked[SETS]; /* tiles that have come past the counter */
    int64_t gap_us;         /* until the next tile reaches the counter */
    int64_t tile_us;        /* until the tile there has passed; 0 none */
    int64_t slow_us;        /* longest extra gap of this shuffle */
    int64_t chain_us;
    bool chain;
    bool hand[CHAIRS], touch[CHAIRS], stick[CHAIRS];
    struct button_contact button[CHAIRS * BUTTONS];
    bool fault[FAULTS];
    unsigned starts[OUTPUTS]; /* how often each motor was switched on */
    uint8_t dice[2];         /* the next pips, if a person set them */
    uint8_t dice_set;
};

static struct mechanics *mechanics;
#define m (*mechanics)

uint32_t machine_chance(void)
{
    uint64_t x = m.chance += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((x ^ (x >> 31)) >> 32);
}

/* The struct is the file, shared: it outlives the process however that ends. */
static void *in_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, sizeof m))
        return MAP_FAILED;
    void *place = mmap(NULL, sizeof m, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return place;
}

bool machine_start(uint64_t seed, const char *path)
{
    static struct mechanics here;
    mechanics = path ? in_file(path) : &here;
    if ((void *)mechanics == MAP_FAILED)
        return false;
    if (m.size == sizeof m)
        return true;
    memset(&m, 0, sizeof m);
    m.size = sizeof m;
    m.chance = seed;
    m.place[0] = IN_STACKER;
    m.place[1] = IN_DRUM;
    m.tiles[0] = m.tiles[1] = FULL;
    m.stacked[0] = FULL;
    m.chain_us = CHAIN_US;
    m.gap_us = -1;
    return true;
}

uint32_t machine_entropy(void)
{
    if (!m.dice_set)
        return machine_chance();
    m.dice_set--;
    uint32_t pips = m.dice[0];
    m.dice[0] = m.dice[1];
    return pips - 1u;
}

void machine_dice(uint8_t first, uint8_t second)
{
    m.dice[0] = first;
    m.dice[1] = second;
    m.dice_set = 2;
}

static bool out(unsigned n)
{
    return pin(m.out, (uint8_t)n);
}

static int64_t lift_travel(unsigned chair)
{
    return (LIFT_US + (int64_t)chair * LIFT_UNEVEN_US) * (m.fault[LIFT_SLOW + chair] ? 2 : 1);
}

/* +1 up, -1 down, 0 still. */
static int lift_direction(unsigned chair)
{
    if (m.fault[LIFT_STUCK + chair])
        return 0;
    int direction = out(OUT_LIFT_UP + chair) - out(OUT_LIFT_DOWN + chair);
    if (direction > 0 && m.lift_us[chair] >= lift_travel(chair))
        return 0;
    return direction < 0 && m.lift_us[chair] <= 0 ? 0 : direction;
}

static int lid_direction(void)
{
    int direction = out(OUT_LID_OPEN) - out(OUT_LID_CLOSE);
    if (m.fault[LID_STUCK])
        return 0;
    if (direction > 0 && m.lid_us >= LID_US)
        return 0;
    return direction < 0 && m.lid_us <= 0 ? 0 : direction;
}

static bool all_down(void)
{
    for (unsigned chair = 0; chair < CHAIRS; chair++) {
        if (m.lift_us[chair] > 0)
            return false;
    }
    return true;
}

static bool pushing(void)
{
    return (out(OUT_PUSHER) || out(OUT_PUSHER + 1)) && !m.fault[PUSHER_STUCK] && m.push_us < PUSH_US && all_down();
}

static bool chain_moves(void)
{
    return out(OUT_CHAIN) && !m.fault[CHAIN_STUCK];
}

/* The tiles of the set that is in the drum and has not been stacked yet. */
static unsigned left_in_drum(void)
{
    unsigned set = out(OUT_SET);
    return m.place[set] == IN_DRUM ? m.tiles[set] - (m.stacked[set] < m.tiles[set] ? m.stacked[set] : m.tiles[set]) : 0;
}

static bool tiles_come(void)
{
    return chain_moves() && out(OUT_DRUM) && left_in_drum() > 0;
}

static int64_t next_gap(void)
{
    return GAP_LEAST_US + (int64_t)(machine_chance() % (uint32_t)m.slow_us);
}

void machine_outputs(const uint8_t pins[OUTPUT_BYTES])
{
    bool backwards = pin(pins, OUT_CHAIN_BACK);
    bool had_pusher = out(OUT_PUSHER) || out(OUT_PUSHER + 1);
    for (uint8_t n = 0; n < OUTPUTS; n++)
        m.starts[n] += pin(pins, n) && !out(n);
    memcpy(m.out, pins, OUTPUT_BYTES);
    if (backwards && m.place[out(OUT_SET)] == IN_DRUM) {
        m.stacked[out(OUT_SET)] = 0;
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

void machine_show(uint8_t display, int32_t value)
{
    m.shown[display] = value;
}

void machine_inputs(uint8_t in[INPUT_BYTES])
{
    memset(in, 0, INPUT_BYTES);
    for (uint8_t chair = 0; chair < CHAIRS; chair++) {
        bool up = m.lift_us[chair] >= lift_travel(chair);
        set_pin(in, (uint8_t)(IN_CURTAIN + chair), m.hand[chair] || m.fault[CURTAIN_DIRT + chair]);
        set_pin(in, (uint8_t)(IN_TOUCH + chair), m.touch[chair]);
        set_pin(in, (uint8_t)(IN_STICK + chair), m.stick[chair]);
        set_pin(in, (uint8_t)(IN_LIFT_UP + chair), up || m.fault[LIFT_SWITCH + chair]);
        set_pin(in, (uint8_t)(IN_LIFT_DOWN + chair), m.lift_us[chair] <= 0);
    }
    for (uint8_t n = 0; n < CHAIRS * BUTTONS; n++)
        set_pin(in, (uint8_t)(IN_BUTTON + n), m.button[n].on);
    set_pin(in, IN_LID_OPEN, m.lid_us >= LID_US);
    set_pin(in, IN_LID_CLOSED, m.lid_us <= 0);
    for (uint8_t set = 0; set < SETS; set++)
        set_pin(in, (uint8_t)(IN_STACKED + set),
                m.place[set] != ON_TABLE && m.stacked[set] >= FULL && !m.fault[STACKER_SWITCH]);
    set_pin(in, IN_TILE, m.tile_us > 0);
    set_pin(in, IN_CHAIN, m.chain);
    set_pin(in, IN_PUSHER, m.push_us >= PUSH_US);
    set_pin(in, IN_EMERGENCY, m.fault[EMERGENCY]);
    set_pin(in, IN_OVER_CURRENT, m.fault[OVERLOAD]);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t machine_next(void)
{
    int64_t next = MACHINE_IDLE;
    for (unsigned chair = 0; chair < CHAIRS; chair++) {
        int direction = lift_direction(chair);
        /* Leaving a switch shows at once, reaching one at the end of the way. */
        if (direction > 0)
            next = least(next, m.lift_us[chair] <= 0 ? 1 : lift_travel(chair) - m.lift_us[chair]);
        else if (direction < 0)
            next = least(next, m.lift_us[chair] >= lift_travel(chair) ? 1 : m.lift_us[chair]);
    }
    if (lid_direction() > 0)
        next = least(next, m.lid_us <= 0 ? 1 : LID_US - m.lid_us);
    else if (lid_direction() < 0)
        next = least(next, m.lid_us >= LID_US ? 1 : m.lid_us);
    if (pushing())
        next = least(next, PUSH_US - m.push_us);
    if (chain_moves())
        next = least(next, m.chain_us);
    if (m.tile_us > 0 && chain_moves())
        next = least(next, m.tile_us);
    else if (tiles_come() && m.gap_us >= 0)
        next = least(next, m.gap_us);
    for (unsigned n = 0; n < CHAIRS * BUTTONS; n++) {
        if (m.button[n].edges)
            next = least(next, m.button[n].edge_us);
    }
    return next < 1 ? 1 : next;
}

static void turn_chain(int64_t us)
{
    m.chain_us -= us;
    if (m.chain_us <= 0) {
        m.chain = !m.chain;
        m.chain_us = CHAIN_US;
    }
    if (m.tile_us > 0) {
        m.tile_us -= us;
        if (m.tile_us <= 0) {
            m.tile_us = 0;
            m.gap_us = next_gap();
        }
        return;
    }
    if (!tiles_come())
        return;
    m.gap_us -= us;
    if (m.gap_us <= 0) {
        m.stacked[out(OUT_SET)]++;
        m.tile_us = TILE_US;
    }
}

/* The tiles on the table were pushed into the open well; the closed lid means that this is done. */
static void lid_closed(void)
{
    if (!m.lid_was_open)
        return;
    m.lid_was_open = false;
    for (unsigned set = 0; set < SETS; set++) {
        if (m.place[set] == ON_TABLE)
            m.place[set] = IN_DRUM;
    }
}

static void walls_pushed(void)
{
    unsigned set = out(OUT_PUSHER) ? 0 : 1;
    m.place[set] = ON_TABLE;
    m.stacked[set] = 0;
}

void machine_advance(int64_t us)
{
    for (unsigned chair = 0; chair < CHAIRS; chair++)
        m.lift_us[chair] += lift_direction(chair) * us;
    bool open = m.lid_us > 0;
    m.lid_us += lid_direction() * us;
    m.lid_was_open = m.lid_was_open || m.lid_us >= LID_US;
    if (open && m.lid_us <= 0)
        lid_closed();
    if (pushing()) {
        m.push_us += us;
        if (m.push_us >= PUSH_US)
            walls_pushed();
    }
    if (chain_moves())
        turn_chain(us);
    for (unsigned n = 0; n < CHAIRS * BUTTONS; n++) {
        struct button_contact *b = &m.button[n];
        if (!b->edges)
            continue;
        b->edge_us -= us;
        if (b->edge_us <= 0) {
            b->on = !b->on;
            b->edges--;
            b->edge_us = BOUNCE_US;
        }
    }
}

void machine_hand(unsigned chair, bool across)
{
    m.hand[chair] = across;
}

void machine_touch(unsigned chair, bool on)
{
    m.touch[chair] = on;
}

void machine_stick(unsigned chair, bool present)
{
    m.stick[chair] = present;
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

void machine_tiles(unsigned set, unsigned count)
{
    m.tiles[set] = count;
    if (m.stacked[set] > count)
        m.stacked[set] = count;
}

bool machine_fault(const char *name, bool on)
{
    static const struct {
        const char *name;
        uint8_t first;
        bool of_chair;
    } NAMES[] = {
        {"lift_stuck", LIFT_STUCK, true},   {"lift_switch", LIFT_SWITCH, true},
        {"lift_slow", LIFT_SLOW, true},     {"curtain_dirty", CURTAIN_DIRT, true},
        {"chain_stuck", CHAIN_STUCK, false}, {"lid_blocked", LID_STUCK, false},
        {"pusher_stuck", PUSHER_STUCK, false}, {"stacker_switch", STACKER_SWITCH, false},
        {"emergency", EMERGENCY, false},    {"over_current", OVERLOAD, false},
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

void machine_displays(char *text, size_t size)
{
    snprintf(text, size, "honba=%d round=%d dealer=%d points=%d,%d,%d,%d dice=%d,%d", (int)m.shown[SHOW_HONBA],
             (int)m.shown[SHOW_ROUND], (int)m.shown[SHOW_DEALER], (int)m.shown[SHOW_POINTS],
             (int)m.shown[SHOW_POINTS + 1], (int)m.shown[SHOW_POINTS + 2], (int)m.shown[SHOW_POINTS + 3],
             (int)m.shown[SHOW_DICE] / 10, (int)m.shown[SHOW_DICE] % 10);
}

void machine_starts(char *text, size_t size)
{
    snprintf(text, size, "lift_up=%u lift_down=%u lid_open=%u lid_close=%u drum=%u pusher=%u dice=%u", m.starts[OUT_LIFT_UP],
             m.starts[OUT_LIFT_DOWN], m.starts[OUT_LID_OPEN], m.starts[OUT_LID_CLOSE], m.starts[OUT_DRUM],
             m.starts[OUT_PUSHER] + m.starts[OUT_PUSHER + 1], m.starts[OUT_DICE]);
}

void machine_walls(char *text, size_t size)
{
    static const char *const PLACES[] = {"table", "drum", "stacker"};
    char lifts[CHAIRS + 1] = "";
    for (unsigned chair = 0; chair < CHAIRS; chair++)
        lifts[chair] = m.lift_us[chair] <= 0 ? 'd' : m.lift_us[chair] >= lift_travel(chair) ? 'u' : 'b';
    const char *places[SETS];
    for (unsigned set = 0; set < SETS; set++)
        places[set] = PLACES[m.place[set] == IN_DRUM && m.stacked[set] >= FULL ? IN_STACKER : m.place[set]];
    snprintf(text, size, "lifts=%s lid=%s set0=%s set1=%s stacked0=%u stacked1=%u drum=%d", lifts,
             m.lid_us <= 0 ? "closed" : m.lid_us >= LID_US ? "open" : "between", places[0], places[1], m.stacked[0],
             m.stacked[1], out(OUT_DRUM));
}
