/* The process around the unit: line, clock, counters. */
#ifndef JANTAKU_HOST_H
#define JANTAKU_HOST_H

#include <stdbool.h>
#include <stdint.h>

#define HOST_IDLE ((int64_t)1 << 62)

struct host {
    int master; /* the unit's end of the line */
    int slave;  /* held open, see open_pty */
    bool real;
    double speed;
    double drift; /* unit milliseconds per table millisecond */
    int64_t now_us;
    uint64_t sent;     /* bytes to the line since it was reset */
    uint64_t received; /* bytes from the line */
    bool poll_due;     /* an input or the line changed since the last poll */
    bool hangs;        /* the microcontroller does nothing */
};

extern struct host host;

/* Take all bytes that lie on the line. */
void host_receive(void);

/* Let time go to until_us, or stop right after bytes were sent: true. */
bool host_run(int64_t until_us);

/* Take what lies on the line, then the same. */
bool host_step(int64_t until_us);

/* When the unit or the machine may next do something by itself. */
int64_t host_next_us(void);

/* Reset the microcontroller alone; the machine stays as it stands. */
void host_reset(uint8_t cause);

/* Forget what lies on the line and count from 0: the program at its other end has ended. Nothing is sent until bytes
 * come in again. */
void host_line_reset(void);

#endif
