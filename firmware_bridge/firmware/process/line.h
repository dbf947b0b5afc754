/* The serial line: a pty under a name of its own, which can be pulled out, plugged in elsewhere, and disturbed. */
#ifndef JANTAKU_LINE_H
#define JANTAKU_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line {
    int master;        /* the unit's end; -1 while it is unplugged */
    int slave;         /* held open, see line_plug */
    uint64_t sent;     /* bytes to the line since it was plugged in or reset */
    uint64_t received; /* bytes from it */
    bool silent;       /* what the unit sends does not get out */
    unsigned noise;    /* bytes in a thousand that are wrong, both ways */
};

extern struct line line;

/* Plug in under a name (NULL: the last one); false with errno set if that cannot be. */
bool line_plug(const char *link);

/* Pull out: the device is gone. */
void line_unplug(void);

/* Forget what lies on the line and count from 0: the program at its other end has ended. Nothing is sent until bytes
 * come in again. */
void line_reset(void);

/* Take what lies there, at most `size` bytes; gives how many. */
size_t line_read(uint8_t *bytes, size_t size);

/* Send. */
void line_write(const uint8_t *bytes, size_t size);

#endif
