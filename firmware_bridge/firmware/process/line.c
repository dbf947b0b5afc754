/* The pty. */
#define _GNU_SOURCE
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct line line = {.master = -1, .slave = -1};
static char name[256];
static uint32_t chance = 1;

static bool raw_settings(int fd)
{
    struct termios raw;
    if (tcgetattr(fd, &raw))
        return false;
    cfmakeraw(&raw);
    return tcsetattr(fd, TCSANOW, &raw) == 0;
}

static bool name_it(const char *device)
{
    char fresh[sizeof name + 4];
    snprintf(fresh, sizeof fresh, "%s.new", name);
    unlink(fresh);
    return symlink(device, fresh) == 0 && rename(fresh, name) == 0;
}

bool line_plug(const char *link)
{
    char device[256];
    line_unplug();
    if (link)
        snprintf(name, sizeof name, "%s", link);
    line.master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line.master < 0 || grantpt(line.master) || unlockpt(line.master) || ptsname_r(line.master, device, sizeof device))
        return false;
    /* Held open so that the settings stay raw and the line does not hang up when the program on it ends. */
    line.slave = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC);
    line.sent = line.received = 0;
    return line.slave >= 0 && raw_settings(line.slave) && name_it(device);
}

void line_unplug(void)
{
    if (line.master < 0)
        return;
    /* First the name: once the number is free, another program's pty may get it, and the name would lead there. */
    unlink(name);
    close(line.slave);
    close(line.master);
    line.slave = line.master = -1;
}

void line_reset(void)
{
    if (line.master >= 0) {
        tcflush(line.slave, TCIOFLUSH);
        tcflush(line.master, TCIOFLUSH);
    }
    line.sent = line.received = 0;
}

static void disturb(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; line.noise && i < size; i++) {
        chance = chance * 1664525u + 1013904223u;
        if ((chance >> 8) % 1000u < line.noise)
            bytes[i] = (uint8_t)(bytes[i] ^ (1u + (chance >> 24) % 255u));
    }
}

size_t line_read(uint8_t *bytes, size_t size)
{
    ssize_t got = line.master < 0 ? 0 : read(line.master, bytes, size);
    if (got <= 0)
        return 0;
    line.received += (uint64_t)got;
    disturb(bytes, (size_t)got);
    return (size_t)got;
}

void line_write(const uint8_t *bytes, size_t size)
{
    uint8_t copy[256];
    /* Opening the line would flush what was sent before. */
    if (line.master < 0 || !line.received || line.silent || size > sizeof copy)
        return;
    memcpy(copy, bytes, size);
    disturb(copy, size);
    ssize_t sent = write(line.master, copy, size);
    if (sent > 0)
        line.sent += (uint64_t)sent;
}
