/* Decodes inputs by the batch, for a program that compares: in, the size of a batch (four bytes, as all sizes are
 * little-endian), then each input after its size (two bytes); out, the size of the results, then each after its size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"

static uint32_t number(const uint8_t *at, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << (8 * i);
    return value;
}

static void put(uint8_t *at, unsigned bytes, size_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void *room(size_t size)
{
    void *got = malloc(size ? size : 1);
    if (!got)
        abort();
    return got;
}

int main(void)
{
    uint8_t head[4];
    while (fread(head, 1, sizeof head, stdin) == sizeof head) {
        uint32_t size = number(head, 4);
        uint8_t *batch = room(size), *results = room(4 + (size_t)size);
        size_t used = 4;
        if (fread(batch, 1, size, stdin) != size)
            return 1;
        for (size_t at = 0; at < size;) {
            uint32_t length = number(batch + at, 2);
            /* In a buffer of exactly its size, so that the sanitizer sees a read past its end. */
            uint8_t *input = room(length);
            memcpy(input, batch + at + 2, length);
            size_t got = decode_all(input, length, results + used + 2);
            put(results + used, 2, got);
            used += 2 + got;
            at += 2 + length;
            free(input);
        }
        put(results, 4, used - 4);
        if (fwrite(results, 1, used, stdout) != used || fflush(stdout))
            return 1;
        free(batch);
        free(results);
    }
    return 0;
}
