/* The motion of the table's parts. */
#define _GNU_SOURCE
#include "machine.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "state.h"

struct mechanics *machine_state;

uint32_t machine_chance(void)
{
    uint64_t x = m.chance += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((x ^ (x >> 31)) >> 32);
}

/* The struct is the file, mapped shared, so it survives even a killed process. */
static void *in_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, sizeof m))
        return MAP_FAILED;
    void *place = mmap(NULL, sizeof m, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return place;
}

void machine_keep(uint8_t value)
{
    m.kept = value;
}

uint8_t machine_kept(void)
{
    return m.kept;
}

bool machine_start(uint64_t seed, const char *path)
{
    static struct mechanics here;
    machine_state = path ? in_file(path) : &here;
    if ((void *)machine_state == MAP_FAILED)
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
    m.drum_us = DRUM_US;
    m.gap_us = -1;
    m.haste = 1;
    m.temperature = 35;
    return true;
}

bool driven(unsigned output)
{
    return pin(m.out, (uint8_t)output) && pin(m.out, OUT_POWER);
}

int64_t lift_travel(unsigned chair)
{
    return (LIFT_US + (int64_t)chair * LIFT_UNEVEN_US) * (m.fault[LIFT_SLOW + chair] ? 2 : 1);
}

int lift_direction(unsigned chair)
{
    if (m.fault[LIFT_STUCK + chair] || m.fault[LIFT_JAM + chair])
        return 0;
    int direction = driven(OUT_LIFT_UP + chair) - driven(OUT_LIFT_DOWN + chair);
    if (direction > 0 && m.lift_us[chair] >= lift_travel(chair))
        return 0;
    return direction < 0 && m.lift_us[chair] <= 0 ? 0 : direction;
}

/* The position at which the closing lid stops. */
static int64_t lid_closes_to(void)
{
    return m.fault[LID_OBSTACLE] && m.lid_us >= LID_OBSTACLE_US ? LID_OBSTACLE_US : 0;
}

int lid_direction(void)
{
    int direction = driven(OUT_LID_OPEN) - driven(OUT_LID_CLOSE);
    if (m.fault[LID_STUCK] || m.fault[LID_SLIPS])
        return 0;
    if (direction > 0 && m.lid_us >= LID_US)
        return 0;
    return direction < 0 && m.lid_us <= lid_closes_to() ? 0 : direction;
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
    return (driven(OUT_PUSHER) || driven(OUT_PUSHER + 1)) && !m.fault[PUSHER_STUCK] && !m.fault[PUSHER_SLIPS] &&
           m.push_us < PUSH_US && all_down();
}

static bool chain_moves(void)
{
    bool on = driven(OUT_CHAIN) || (m.fault[CHAIN_RUNS] && pin(m.out, OUT_POWER));
    return on && !m.fault[CHAIN_STUCK] && !m.fault[CHAIN_SLIPS];
}

static bool drum_turns(void)
{
    return driven(OUT_DRUM) && !m.fault[DRUM_STUCK];
}

/* The tiles of the set that is in the drum and has not been stacked yet. */
static unsigned left_in_drum(void)
{
    unsigned set = pin(m.out, OUT_SET);
    return m.place[set] == IN_DRUM ? m.tiles[set] - (m.stacked[set] < m.tiles[set] ? m.stacked[set] : m.tiles[set]) : 0;
}

bool tiles_come(void)
{
    return chain_moves() && drum_turns() && left_in_drum() > 0;
}

static bool dealing(void)
{
    return m.dealer && driven(OUT_DEAL) && !m.fault[DEAL_STUCK] && !m.fault[DEAL_SLIPS];
}

int64_t next_gap(void)
{
    return (GAP_LEAST_US + (int64_t)(machine_chance() % (uint32_t)m.slow_us)) / m.haste;
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
        /* A lift leaves its switch at once and reaches the other at the end of its way. */
        if (direction > 0)
            next = least(next, m.lift_us[chair] <= 0 ? 1 : lift_travel(chair) - m.lift_us[chair]);
        else if (direction < 0)
            next = least(next, m.lift_us[chair] >= lift_travel(chair) ? 1 : m.lift_us[chair]);
    }
    if (lid_direction() > 0)
        next = least(next, m.lid_us <= 0 ? 1 : LID_US - m.lid_us);
    else if (lid_direction() < 0)
        next = least(next, m.lid_us >= LID_US ? 1 : m.lid_us - lid_closes_to());
    if (pushing())
        next = least(next, PUSH_US - m.push_us);
    if (chain_moves())
        next = least(next, m.chain_us);
    if (drum_turns())
        next = least(next, m.drum_us);
    if (m.tile_us > 0 && chain_moves())
        next = least(next, m.tile_us);
    else if (tiles_come() && m.gap_us >= 0)
        next = least(next, m.gap_us);
    if (dealing())
        next = least(next, m.deal_us);
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
    if (!tiles_come() || m.gap_us < 0)
        return;
    m.gap_us -= us;
    if (m.gap_us <= 0) {
        m.gap_us = 0;
        m.stacked[pin(m.out, OUT_SET)]++;
        m.tile_us = TILE_US;
    }
}

/* People push the tiles on the table into the open well; once the lid closes, they have done so. */
static void lid_closed(void)
{
    if (!m.lid_was_open)
        return;
    m.lid_was_open = false;
    for (unsigned set = 0; set < SETS; set++) {
        if (m.place[set] == ON_TABLE)
            m.place[set] = IN_DRUM;
    }
    for (unsigned chair = 0; chair < CHAIRS; chair++)
        m.wall[chair] = false;
}

static void walls_pushed(void)
{
    unsigned set = driven(OUT_PUSHER) ? 0 : 1;
    if (m.place[set] == ON_TABLE || m.stacked[set] < FULL)
        return; /* an empty stacker: the walls were pushed up before */
    m.place[set] = ON_TABLE;
    m.stacked[set] = 0;
    for (unsigned chair = 0; chair < CHAIRS; chair++)
        m.wall[chair] = true;
}

/* A tile, a gap, a tile, until the carriage is home. Without walls it goes round and deals nothing. */
static void deal_on(int64_t us)
{
    if (!m.deal_away) {
        m.deal_away = true;
        m.deal_tile = false;
        m.dealt = m.deal_at = 0;
    }
    m.deal_us -= us;
    if (m.deal_us > 0)
        return;
    m.deal_us = DEAL_US;
    if (m.deal_tile) {
        m.deal_tile = false;
        return;
    }
    if (m.deal_at == HANDS) {
        m.deal_away = false;
        return;
    }
    m.deal_at++;
    m.deal_tile = m.wall[0] || m.wall[1] || m.wall[2] || m.wall[3];
    m.dealt += m.deal_tile;
}

static void bounce(struct button_contact *b, int64_t us)
{
    if (!b->edges)
        return;
    b->edge_us -= us;
    if (b->edge_us <= 0) {
        b->on = !b->on;
        b->edges--;
        b->edge_us = BOUNCE_US;
    }
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
    if (drum_turns()) {
        m.drum_us -= us;
        if (m.drum_us <= 0) {
            m.drum = !m.drum;
            m.drum_us = DRUM_US;
        }
    }
    if (chain_moves())
        turn_chain(us);
    if (dealing())
        deal_on(us);
    for (unsigned motor = 0; motor < MOTORS; motor++)
        m.on_us[motor] += us;
    for (unsigned n = 0; n < CHAIRS * BUTTONS; n++)
        bounce(&m.button[n], us);
}
