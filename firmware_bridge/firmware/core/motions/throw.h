/* From a seed to two dice. */
#ifndef JANTAKU_THROW_H
#define JANTAKU_THROW_H

#include <stdint.h>

/* A number that depends on every bit of the seed; the seed moves on. */
static inline uint32_t dice_next_of(uint32_t *seed)
{
    uint32_t x = *seed += 0x9E3779B9u;
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

/* The pips of one die, 1 to 6. */
static inline uint8_t dice_throw(uint32_t *seed)
{
    uint32_t x;
    do {
        x = dice_next_of(seed);
    } while (x >= 4294967292u); /* the largest multiple of six: all faces are equally likely */
    return (uint8_t)(1u + x % 6u);
}

#endif
