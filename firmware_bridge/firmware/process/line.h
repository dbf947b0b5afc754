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
    bool silent;       /* the unit's bytes do not get out */
    unsigned noise;    /* bytes in a thousand that are wrong, both ways */
};

extern struct line line;

/* Plug in under a name (NULL: the last one); on failure returns false and sets errno. */
bool line_plug(const char *link);

/* Pull out: the device is gone. */
void line_unplug(void);

/* Drop the bytes on the line and count from 0: the program at its other end has ended. Nothing is sent until bytes
 * come in again. */
void line_reset(void);

/* Take the bytes that wait there, at most `size`; returns their number. */
size_t line_read(uint8_t *bytes, size_t size);

/* Send. */
void line_write(const uint8_t *bytes, size_t size);

#endif
