/* The process around the unit: its clock, and the simulated faults of its microcontroller. */
#ifndef JANTAKU_HOST_H
#define JANTAKU_HOST_H

#include <stdbool.h>
#include <stdint.h>

#define HOST_IDLE ((int64_t)1 << 62)

struct host {
    bool real;
    double speed;
    double drift; /* unit milliseconds per table millisecond */
    int64_t now_us;
    bool changed;  /* an input changed by a person */
    bool hangs;    /* the microcontroller hangs until its watchdog resets it */
    bool browned;  /* held in reset by a supply that is too low */
    uint32_t boots; /* times the microcontroller was reset since the process started */
};

extern struct host host;

/* Give the unit the bytes that lie on the line. */
void host_take_line(void);

/* Let time run to until_us, or until the unit has just sent bytes. At until_us, give the unit the bytes on the line and
 * run what they cause at once. So bytes arrive at the end of a step: to have them arrive now, first step to the present
 * time. */
void host_step(int64_t until_us);

#endif
