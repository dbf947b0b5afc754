/* The control socket: people, faults and time, as lines of text. */
#ifndef JANTAKU_CONTROL_H
#define JANTAKU_CONTROL_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#define CONTROL_CLIENTS 8

void control_open(const char *path);
void control_close(const char *path);

/* Fill in what to wait for; gives how many. */
int control_poll(struct pollfd *waited);

/* Serve what is ready. */
void control_serve(const struct pollfd *waited);

/* Provided by main.c: let time run to until_us, or until just after bytes were sent. Once it is until_us, take the bytes on
   the line and let run what they bring about. So bytes arrive at the end of a step: whoever has put some on the line steps
   to the time it is before letting time go on. */
void host_step(int64_t until_us);

#endif
