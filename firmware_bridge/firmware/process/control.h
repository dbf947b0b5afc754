/* The control socket: people, faults and time, as lines of text. */
#ifndef JANTAKU_CONTROL_H
#define JANTAKU_CONTROL_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#define CONTROL_CLIENTS 8

void control_open(const char *path);
void control_close(const char *path);

/* Fill in the files to wait for; returns their number. */
int control_poll(struct pollfd *waited);

/* Serve what is ready. */
void control_serve(const struct pollfd *waited);

#endif
