/* The unit as a process: its serial line is a pty, its table the machine model, its clock virtual or real. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "hal.h"
#include "host.h"
#include "machine.h"
#include "unit.h"

struct host host = {.master = -1, .slave = -1, .speed = 1.0, .drift = 1.0};
static volatile sig_atomic_t stopping;
static int lifeline = -1; /* a pipe whose other end is with whoever started this process: its end is ours */

/* hal.h */

void hal_read_inputs(uint8_t in[INPUT_BYTES])
{
    machine_inputs(in);
}

void hal_write_outputs(const uint8_t out[OUTPUT_BYTES])
{
    machine_outputs(out);
}

void hal_show(uint8_t display, int32_t value)
{
    machine_show(display, value);
}

void hal_send(const uint8_t *bytes, uint8_t size)
{
    /* What is sent before anybody has opened the line would be flushed by whoever opens it. */
    ssize_t sent = host.received ? write(host.master, bytes, size) : 0;
    if (sent > 0)
        host.sent += (uint64_t)sent;
}

uint32_t hal_entropy(void)
{
    return machine_entropy();
}

/* Time */

static uint32_t unit_ms(void)
{
    return (uint32_t)((double)host.now_us * host.drift / 1000.0 + 1e-6);
}

int64_t host_next_us(void)
{
    int64_t next = machine_next();
    next = next == MACHINE_IDLE ? HOST_IDLE : host.now_us + next;
    if (host.poll_due)
        return host.now_us;
    uint32_t unit = host.hangs ? NEVER : unit_next(unit_ms());
    if (unit == NEVER)
        return next;
    /* The end of a whole millisecond of the unit's clock. */
    int64_t due = (int64_t)(((double)(unit_ms() + unit)) * 1000.0 / host.drift);
    while ((uint32_t)((double)due * host.drift / 1000.0 + 1e-6) < unit_ms() + unit)
        due++;
    return due < next ? due : next;
}

bool host_run(int64_t until_us)
{
    uint64_t sent = host.sent;
    for (;;) {
        if (host.sent != sent)
            return true;
        int64_t next = host_next_us();
        if (next > until_us) {
            if (until_us > host.now_us) {
                machine_advance(until_us - host.now_us);
                host.now_us = until_us;
            }
            return false;
        }
        if (next > host.now_us) {
            machine_advance(next - host.now_us);
            host.now_us = next;
        }
        host.poll_due = false;
        if (!host.hangs)
            unit_poll(unit_ms());
    }
}

bool host_step(int64_t until_us)
{
    uint64_t sent = host.sent;
    host_run(host.now_us); /* what people did before this comes first */
    host_receive();
    return host.sent != sent || host_run(until_us);
}

void host_receive(void)
{
    uint8_t bytes[256];
    for (;;) {
        ssize_t got = read(host.master, bytes, sizeof bytes);
        if (got <= 0)
            return;
        host.received += (uint64_t)got;
        for (ssize_t i = 0; i < got && !host.hangs; i++)
            unit_receive(bytes[i], unit_ms());
        host.poll_due = true;
    }
}

static uint32_t random_bits(void)
{
    uint32_t bits;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits) {
        perror("getrandom");
        exit(1);
    }
    return bits;
}

void host_reset(uint8_t cause)
{
    static const uint8_t OFF[OUTPUT_BYTES];
    machine_outputs(OFF);
    unit_start(cause, random_bits(), unit_ms());
    host.poll_due = true;
}

void host_line_reset(void)
{
    tcflush(host.slave, TCIOFLUSH);
    tcflush(host.master, TCIOFLUSH);
    host.sent = host.received = 0;
}

/* Starting */

static void fail(const char *what)
{
    fprintf(stderr, "jantaku-unit: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void open_pty(const char *link)
{
    char name[256], fresh[512];
    host.master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (host.master < 0 || grantpt(host.master) || unlockpt(host.master) || ptsname_r(host.master, name, sizeof name))
        fail("pty");
    /* Held open so that the settings stay raw and the line does not hang up when the program on it ends. */
    host.slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios raw;
    if (host.slave < 0 || tcgetattr(host.slave, &raw))
        fail(name);
    cfmakeraw(&raw);
    if (tcsetattr(host.slave, TCSANOW, &raw))
        fail(name);
    snprintf(fresh, sizeof fresh, "%s.new", link);
    unlink(fresh);
    if (symlink(name, fresh) || rename(fresh, link))
        fail(link);
}

static void stop(int signal)
{
    (void)signal;
    stopping = 1;
}

static int64_t real_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* With a real clock: everything up to now happens before what has just come in. */
static void catch_up(int64_t start_us)
{
    int64_t now = (int64_t)((double)(real_us() - start_us) * host.speed);
    while (host_run(now > host.now_us ? now : host.now_us))
        continue;
}

static void run(void)
{
    int64_t start_us = real_us();
    while (!stopping) {
        int wait_ms = -1;
        if (host.real) {
            catch_up(start_us);
            int64_t left = host_next_us() - host.now_us;
            wait_ms = left > 1000000000 ? 1000 : (int)((double)left / host.speed / 1000.0) + 1;
        }
        struct pollfd waited[3 + CONTROL_CLIENTS];
        int count = control_poll(waited);
        struct pollfd *parent = &waited[count++];
        *parent = (struct pollfd){.fd = lifeline};
        if (host.real)
            waited[count++] = (struct pollfd){.fd = host.master, .events = POLLIN};
        if (poll(waited, (nfds_t)count, wait_ms) < 0 && errno != EINTR)
            fail("poll");
        if (parent->revents)
            return;
        if (host.real)
            catch_up(start_us);
        control_serve(waited);
        if (host.real)
            host_receive();
    }
}

static void usage(void)
{
    fputs("usage: jantaku-unit --pty-link PATH --control PATH --clock virtual|real [--speed X] [--seed N] "
          "[--drift-ppm N] [--machine FILE] [--lifeline FD]\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    const char *link = NULL, *control = NULL, *machine = NULL;
    uint64_t seed = 1;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            usage();
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--pty-link"))
            link = value;
        else if (!strcmp(argv[i], "--control"))
            control = value;
        else if (!strcmp(argv[i], "--machine"))
            machine = value;
        else if (!strcmp(argv[i], "--clock") && (!strcmp(value, "real") || !strcmp(value, "virtual")))
            host.real = value[0] == 'r';
        else if (!strcmp(argv[i], "--speed") && atof(value) > 0)
            host.speed = atof(value);
        else if (!strcmp(argv[i], "--seed"))
            seed = strtoull(value, NULL, 0);
        else if (!strcmp(argv[i], "--lifeline"))
            lifeline = atoi(value);
        else if (!strcmp(argv[i], "--drift-ppm"))
            host.drift = 1.0 + atof(value) / 1e6;
        else
            usage();
    }
    if (!link || !control)
        usage();
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!machine_start(seed, machine))
        fail(machine);
    open_pty(link);
    host_reset(RESET_CAUSE_POWER_ON);
    control_open(control);
    run();
    control_close(control);
    return 0;
}
