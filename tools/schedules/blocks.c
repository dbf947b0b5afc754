/* Finds the blocks of blocks.py by annealing over meetings and tables alike.
 *
 *     cc -O2 -o /tmp/blocks tools/schedules/blocks.c -lm
 *     /tmp/blocks 7 12 2 3 12045367 7 4000000 6 5 0.8             14 tables: 0 returns in a second
 *     /tmp/blocks 5 10 1 1 01234567 5 400000000 3 0.9 0.22        10 tables: 55 returns in two minutes
 *
 * The arguments are the size of the group, the rounds, a symmetry (the multiplier of the residues, its order, the image of
 * each of the eight classes), the seed, the steps of an attempt, the cost of a repeated meeting in returns to a table,
 * and the heat at the beginning and the end. The symmetry takes each round to the next one of its orbit, which makes the
 * search much shorter; `1 1 01234567` is none. Each attempt that is the best so far is printed, if nobody meets twice;
 * the search ends when nobody comes back to a table.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES 8
#define MOST 16

static int size, rounds, multiplier, order, image[CLASSES], price;
static int class_at[MOST][CLASSES]; /* by round and place: 0-3 are the first block, 4-7 the second */
static int residue[MOST][CLASSES];  /* by round and class */
static int meetings[CLASSES][CLASSES][MOST], tables[CLASSES][2][MOST];
static uint64_t state;

static uint32_t chance(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

/* Count what occurs (by 1) or occurs no more (by -1); return the repeats that this makes or takes away. */
static int count(int *times, int by) {
    if (by > 0) {
        return (*times)++ > 0;
    }
    return -(--*times > 0);
}

static int count_round(int round, int by) {
    int cost = 0;
    for (int place = 0; place < CLASSES; place++) {
        int one = class_at[round][place];
        cost += count(&tables[one][place / 4][residue[round][one]], by);
        for (int next = place + 1; next < place / 4 * 4 + 4; next++) {
            int other = class_at[round][next], low = one < other ? one : other, high = one + other - low;
            int apart = (residue[round][high] - residue[round][low] + size) % size;
            cost += price * count(&meetings[low][high][apart], by);
        }
    }
    return cost;
}

/* Count the rounds that follow from one by the symmetry, itself included. */
static int count_orbit(int first, int by) {
    int cost = 0;
    for (int round = first; round < first + order; round++) {
        for (int place = 0; round > first && by > 0 && place < CLASSES; place++) {
            int one = class_at[round - 1][place];
            class_at[round][place] = image[one];
            residue[round][image[one]] = residue[round - 1][one] * multiplier % size;
        }
        cost += count_round(round, by);
    }
    return cost;
}

static int met_again(void) {
    int *times = &meetings[0][0][0], again = 0;
    for (size_t each = 0; each < sizeof meetings / sizeof *times; each++) {
        again += times[each] > 1;
    }
    return again;
}

static int begin(void) {
    int cost = 0;
    memset(meetings, 0, sizeof meetings);
    memset(tables, 0, sizeof tables);
    for (int first = 0; first < rounds; first += order) {
        for (int place = 0; place < CLASSES; place++) {
            int other = (int)chance((uint32_t)place + 1);
            class_at[first][place] = class_at[first][other];
            class_at[first][other] = place;
            residue[first][place] = (int)chance((uint32_t)size);
        }
        cost += count_orbit(first, 1);
    }
    return cost;
}

/* Change a residue, often after an exchange of classes between the blocks; return the change in cost. */
static int step(double heat) {
    int first = (int)chance((uint32_t)(rounds / order)) * order, classes[CLASSES], residues[CLASSES];
    memcpy(classes, class_at[first], sizeof classes);
    memcpy(residues, residue[first], sizeof residues);
    int change = count_orbit(first, -1);
    int one = (int)chance(4), other = 4 + (int)chance(4);
    if (chance(2)) {
        class_at[first][one] = classes[other];
        class_at[first][other] = classes[one];
    }
    residue[first][classes[chance(2) ? one : other]] = (int)chance((uint32_t)size);
    change += count_orbit(first, 1);
    if (change <= 0 || chance(1 << 30) < exp(-change / heat) * (1 << 30)) {
        return change;
    }
    count_orbit(first, -1);
    memcpy(class_at[first], classes, sizeof classes);
    memcpy(residue[first], residues, sizeof residues);
    count_orbit(first, 1);
    return 0;
}

static void print(int returns) {
    printf("%d returns\n", returns * size);
    for (int round = 0; round < rounds; round++) {
        for (int place = 0; place < CLASSES; place++) {
            int one = class_at[round][place];
            printf("%s%d", place == 0 ? "" : place == 4 ? ", " : " ", one * size + residue[round][one]);
        }
        printf("\n");
    }
    fflush(stdout);
}

int main(int many, char **words) {
    if (many != 11 || strlen(words[5]) != CLASSES) {
        return 2;
    }
    size = atoi(words[1]), rounds = atoi(words[2]), multiplier = atoi(words[3]), order = atoi(words[4]);
    for (int each = 0; each < CLASSES; each++) {
        image[each] = words[5][each] - '0';
    }
    state = strtoull(words[6], NULL, 10) * 88172645463325252u + 1;
    long steps = atol(words[7]);
    price = atoi(words[8]);
    double hottest = atof(words[9]), coldest = atof(words[10]), heat = hottest;
    for (int best = INT_MAX; best > 0;) {
        int cost = begin();
        for (long each = 0; each < steps && cost > 0; each++) {
            if (each % 1000 == 0) {
                heat = hottest * pow(coldest / hottest, (double)each / (double)steps);
            }
            cost += step(heat);
        }
        if (cost < best && !met_again()) {
            best = cost;
            print(best);
        }
    }
    return 0;
}
