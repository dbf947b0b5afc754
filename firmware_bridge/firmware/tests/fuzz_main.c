/* Random inputs guided by coverage: those that reach a new branch become parents. The same seed gives the same inputs.
 *
 * fuzz-unit RUNS [SEED] [LEAST BRANCHES] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 96
#define POOL 1024
#define BRANCHES 65536u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state;
static uint8_t seen[BRANCHES];
static uint32_t before, reached, fresh;

/* The compiler calls this at every branch of the core (-fsanitize-coverage=trace-pc). */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    uint32_t here = (uint32_t)((uintptr_t)__builtin_return_address(0) - (uintptr_t)&LLVMFuzzerTestOneInput);
    uint32_t branch = (here ^ before << 3) % BRANCHES;
    before = here >> 1;
    fresh += !seen[branch];
    seen[branch] = 1;
}

static uint32_t chance(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

struct input {
    size_t size;
    uint8_t data[LONGEST];
};

static void invent(struct input *input)
{
    input->size = 1 + chance(LONGEST);
    for (size_t i = 0; i < input->size; i++)
        input->data[i] = (uint8_t)(chance(4) ? chance(256) : chance(2) * 255);
    input->data[0] |= 1;
}

/* Steps as fuzz_unit.c reads them: requests with payloads that fit, pins, time. */
static void script(struct input *input)
{
    static const uint8_t IDS[] = {0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29,
                                  0x2A, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x03, 0x06};
    static const uint8_t SIZES[] = {1, 0, 1, 0, 0, 4, 2, 0, 0, 0, 1, 20, 1, 1, 5, 1, 4, 4};
    size_t at = 0;
    input->data[at++] = 1;
    while (at + 24 < LONGEST) {
        uint32_t what = chance(3);
        if (what == 0) {
            uint32_t n = chance(sizeof IDS);
            input->data[at++] = 64;
            input->data[at++] = IDS[n];
            input->data[at++] = SIZES[n];
            for (uint8_t i = 0; i < SIZES[n]; i++)
                input->data[at++] = (uint8_t)chance(4);
        } else {
            input->data[at++] = what == 1 ? 128 : (uint8_t)(192 + chance(64));
            input->data[at++] = (uint8_t)chance(256);
        }
    }
    input->size = at;
}

static void mutate(struct input *input)
{
    for (uint32_t i = 1 + chance(6); i > 0; i--)
        input->data[chance((uint32_t)input->size)] = (uint8_t)chance(256);
}

int main(int argc, char **argv)
{
    static struct input pool[POOL];
    long runs = argc > 1 ? atol(argv[1]) : 10000;
    uint32_t least = argc > 3 ? (uint32_t)atol(argv[3]) : 0, parents = 8;
    state = 0x9E3779B97F4A7C15u ^ (argc > 2 ? strtoull(argv[2], NULL, 0) : 1u);
    for (uint32_t i = 0; i < parents; i++)
        (i % 2 ? script : invent)(&pool[i]);
    for (long run = 0; run < runs; run++) {
        struct input input = pool[chance(parents)];
        if (chance(8) == 0)
            (chance(2) ? script : invent)(&input);
        else
            mutate(&input);
        before = fresh = 0;
        LLVMFuzzerTestOneInput(input.data, input.size);
        reached += fresh;
        if (fresh)
            pool[parents < POOL ? parents++ : chance(POOL)] = input;
    }
    printf("%ld inputs, %u branches, %u parents, no crash\n", runs, (unsigned)reached, (unsigned)parents);
    return reached < least;
}
