/* The ring of kept signals. */
#include "signals.h"

#include <string.h>

struct kept_signal {
    uint32_t at_ms;
    uint8_t id;
    uint8_t size;
    uint8_t fields[MAX_SIGNAL_FIELDS];
};

static struct {
    struct kept_signal ring[MAX_UNACKNOWLEDGED];
    uint8_t first; /* place of the oldest */
    uint8_t count;
    uint32_t next_number;
    uint32_t lost;
    /* The two snapshots are larger than the other signals: their fields are stored here. */
    uint8_t levels[SIZE_LEVELS];
    uint8_t health[SIZE_HEALTH];
    bool has_levels;
    bool has_health;
} kept;

void signals_start(void)
{
    memset(&kept, 0, sizeof kept);
    kept.next_number = 1;
}

/* The place of a signal's fields. */
static uint8_t *place_of(struct kept_signal *signal)
{
    return signal->id == ID_LEVELS ? kept.levels : signal->id == ID_HEALTH ? kept.health : signal->fields;
}

bool signals_add(uint8_t id, uint32_t at_ms, const uint8_t *fields, uint8_t size)
{
    if ((id == ID_LEVELS && kept.has_levels) || (id == ID_HEALTH && kept.has_health))
        return false;
    bool full = kept.count == MAX_UNACKNOWLEDGED;
    if (full) {
        signals_drop();
        kept.lost++;
    }
    kept.has_levels = kept.has_levels || id == ID_LEVELS;
    kept.has_health = kept.has_health || id == ID_HEALTH;
    struct kept_signal *signal = &kept.ring[(kept.first + kept.count) % MAX_UNACKNOWLEDGED];
    signal->id = id;
    signal->at_ms = at_ms;
    signal->size = size;
    memcpy(place_of(signal), fields, size);
    kept.count++;
    kept.next_number++;
    return full;
}

uint8_t signals_kept(void)
{
    return kept.count;
}

uint32_t signals_oldest(void)
{
    return kept.next_number - kept.count;
}

uint8_t signals_write(uint8_t *id, uint8_t *payload)
{
    struct kept_signal *signal = &kept.ring[kept.first];
    uint32_t number = signals_oldest();
    for (uint8_t i = 0; i < 4; i++) {
        payload[i] = (uint8_t)(number >> (8 * i));
        payload[4 + i] = (uint8_t)(signal->at_ms >> (8 * i));
    }
    memcpy(payload + SIGNAL_PREFIX, place_of(signal), signal->size);
    *id = signal->id;
    return (uint8_t)(SIGNAL_PREFIX + signal->size);
}

void signals_drop(void)
{
    uint8_t id = kept.ring[kept.first].id;
    kept.has_levels = kept.has_levels && id != ID_LEVELS;
    kept.has_health = kept.has_health && id != ID_HEALTH;
    kept.first = (uint8_t)((kept.first + 1u) % MAX_UNACKNOWLEDGED);
    kept.count--;
}

uint32_t signals_lost(void)
{
    return kept.lost;
}
