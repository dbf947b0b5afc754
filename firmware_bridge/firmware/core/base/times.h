/* Times that count down: milliseconds until something is due. */
#ifndef JANTAKU_TIMES_H
#define JANTAKU_TIMES_H

#include <stdint.h>

#define NEVER 0xFFFFFFFFu

/* Milliseconds left of a time that began at since_ms. */
static inline uint32_t left_of(uint32_t since_ms, uint32_t length_ms, uint32_t now_ms)
{
    uint32_t gone = now_ms - since_ms;
    return gone >= length_ms ? 0 : length_ms - gone;
}

static inline uint32_t sooner(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

#endif
