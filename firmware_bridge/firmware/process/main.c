/* The unit as a process: its serial line is a pty, its table the machine model, its clock virtual or real. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "control.h"
#include "host.h"
#include "line.h"
#include "machine.h"
#include "unit_backend.h"

#define LONGEST_WAIT_US 1000000

static volatile sig_atomic_t stopping;
static int lifeline = -1; /* a pipe from the program that started this one: when it closes, this process ends */

static void fail(const char *what)
{
    fprintf(stderr, "jantaku-unit: %s: %s\n", what, strerror(errno));
    exit(1);
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

/* With a real clock: run everything up to now before the input that has just arrived. */
static void catch_up(int64_t start_us)
{
    int64_t now = (int64_t)((double)(real_us() - start_us) * host.speed);
    while (backend_run(now > host.now_us ? now : host.now_us))
        continue;
}

/* Real time until something is due. */
static struct timespec wait_time(void)
{
    double us = (double)(backend_next_us() - host.now_us) / host.speed;
    long wait = us > LONGEST_WAIT_US ? LONGEST_WAIT_US : us < 0 ? 0 : (long)us;
    return (struct timespec){.tv_sec = wait / 1000000, .tv_nsec = wait % 1000000 * 1000};
}

static void run(void)
{
    int64_t start_us = real_us();
    while (!stopping) {
        struct timespec wait, *limit = NULL;
        if (host.real) {
            catch_up(start_us);
            wait = wait_time();
            limit = &wait;
        }
        struct pollfd waited[3 + CONTROL_CLIENTS];
        int count = control_poll(waited);
        struct pollfd *parent = &waited[count++];
        *parent = (struct pollfd){.fd = lifeline};
        if (host.real)
            waited[count++] = (struct pollfd){.fd = line.master, .events = POLLIN};
        if (ppoll(waited, (nfds_t)count, limit, NULL) < 0 && errno != EINTR)
            fail("poll");
        if (parent->revents)
            return;
        if (host.real)
            catch_up(start_us);
        control_serve(waited);
        if (host.real)
            host_take_line();
    }
}

/* Ask for real-time priority, since no other program delays a real microcontroller; go on without it if refused. */
static void come_first(void)
{
    const struct sched_param priority = {.sched_priority = 1};
    (void)sched_setscheduler(0, SCHED_RR, &priority);
}

static void usage(void)
{
    fputs("usage: jantaku-unit --pty-link PATH --control PATH --clock virtual|real [--speed X] [--seed N] "
          "[--drift-ppm N] [--machine FILE] [--lifeline FD]; jantaku-unit-avr besides [--mcu NAME] --image HEX\n",
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
        else if (!backend_option(argv[i], value))
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
    if (!line_plug(link))
        fail(link);
    if (host.real)
        come_first();
    backend_start();
    control_open(control);
    run();
    control_close(control);
    return 0;
}
