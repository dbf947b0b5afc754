/* One line in, one line out. */
#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "host.h"
#include "line.h"
#include "machine.h"
#include "messages.h"
#include "unit_backend.h"

#define LINE 256

struct client {
    int fd;
    size_t size;
    char line[LINE];
};

static int listener = -1;
static struct client clients[CONTROL_CLIENTS];

static const char *const BUTTON_NAMES[BUTTONS] = {"set", "dice", "chi", "pon", "kan", "riichi", "ron", "tsumo", "judge"};
static const char *const CAUSES[RESET_CAUSE_COUNT] = {"power_on", "external", "brown_out", "watchdog"};

void control_open(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "jantaku-unit: %s: path too long\n", path);
        exit(1);
    }
    strcpy(address.sun_path, path);
    unlink(path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4)) {
        fprintf(stderr, "jantaku-unit: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    for (int i = 0; i < CONTROL_CLIENTS; i++)
        clients[i].fd = -1;
}

void control_close(const char *path)
{
    unlink(path);
}

int control_poll(struct pollfd *waited)
{
    waited[0] = (struct pollfd){.fd = listener, .events = POLLIN};
    for (int i = 0; i < CONTROL_CLIENTS; i++)
        waited[1 + i] = (struct pollfd){.fd = clients[i].fd, .events = POLLIN};
    return 1 + CONTROL_CLIENTS;
}

static int find(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(word, names[i]))
            return i;
    }
    return -1;
}

/* A whole number from 0 to `most`; -1 for anything else. */
static long whole(const char *word, long most)
{
    char *end;
    if (!word || *word < '0' || *word > '9')
        return -1;
    long value = strtol(word, &end, 10);
    return *end || value > most ? -1 : value;
}

static void changed(void)
{
    host.changed = true;
}

static const char *step(char **words, char *reply)
{
    char *end;
    if (host.real)
        return "the clock is real";
    if (!words[1])
        return "step <t_us>";
    int64_t until = strtoll(words[1], &end, 10);
    if (*end)
        return "step <t_us>";
    if (until < host.now_us)
        return "time does not go back";
    host_step(until);
    snprintf(reply, LINE, "ok now=%lld next=%lld rx=%llu tx=%llu shows=%lu", (long long)host.now_us,
             (long long)backend_next_us(), (unsigned long long)line.received, (unsigned long long)line.sent,
             (unsigned long)machine_changes());
    return NULL;
}

/* `hand`, `touch`: <chair> 0|1 */
static const char *level(char **words, void (*set)(unsigned, bool))
{
    long chair = whole(words[1], CHAIRS - 1), on = whole(words[2], 1);
    if (chair < 0 || on < 0)
        return "<chair> 0|1";
    set((unsigned)chair, on);
    changed();
    return NULL;
}

static const char *press(char **words)
{
    long chair = whole(words[1], CHAIRS - 1), on = whole(words[3], 1);
    int button = words[2] ? find(words[2], BUTTON_NAMES, BUTTONS) : -1;
    if (chair < 0 || on < 0 || button < 0)
        return "press <chair> set|dice|chi|pon|kan|riichi|ron|tsumo|judge 0|1";
    machine_press((unsigned)chair, (unsigned)button, on);
    changed();
    return NULL;
}

/* A stick's value in points; without one, 1000. */
static const char *stick(char **words)
{
    static const char *const VALUES[] = {"unknown", "100", "500", "1000", "5000", "10000"};
    long chair = whole(words[1], CHAIRS - 1), on = whole(words[2], 1);
    int kind = words[3] ? find(words[3], VALUES, 6) : STICK_1000;
    if (chair < 0 || on < 0 || kind < 0)
        return "stick <chair> 0|1 [unknown|100|500|1000|5000|10000]";
    machine_stick((unsigned)chair, on, (enum stick_kind)kind);
    changed();
    return NULL;
}

/* The supply breaks down, and comes back. */
static void brown_out(bool on)
{
    if (on)
        backend_reset(RESET_CAUSE_BROWN_OUT); /* everything off */
    host.browned = on;
    if (!on)
        backend_reset(RESET_CAUSE_BROWN_OUT);
}

static const char *fault(char **words)
{
    long on = whole(words[2], 1);
    if (!words[1] || on < 0)
        return "fault <name> 0|1";
    if (!strcmp(words[1], "hang"))
        host.hangs = on;
    else if (!strcmp(words[1], "silent"))
        line.silent = on;
    else if (!strcmp(words[1], "brown_out"))
        brown_out(on);
    else if (!machine_fault(words[1], on))
        return "no such fault";
    changed();
    return NULL;
}

static const char *noise(char **words)
{
    long in_a_thousand = whole(words[1], 1000);
    if (in_a_thousand < 0)
        return "noise <wrong bytes in a thousand>";
    line.noise = (unsigned)in_a_thousand;
    return NULL;
}

static const char *plug(char **words)
{
    return line_plug(words[1]) ? NULL : strerror(errno);
}

static const char *temperature(char **words)
{
    long degrees = whole(words[1], 150);
    if (degrees < 0)
        return "temperature <degrees>";
    machine_temperature((int)degrees);
    changed();
    return NULL;
}

static const char *dealer(char **words)
{
    long fitted = whole(words[1], 1);
    if (fitted < 0)
        return "dealer 0|1";
    machine_dealer(fitted);
    changed();
    return NULL;
}

static const char *haste(char **words)
{
    long times = whole(words[1], 10);
    if (times < 1)
        return "haste <1-10>";
    machine_haste((unsigned)times);
    return NULL;
}

static const char *tiles(char **words)
{
    long set = whole(words[1], SETS - 1), count = whole(words[2], 250);
    if (set < 0 || count < 0)
        return "tiles <set> <n>";
    machine_tiles((unsigned)set, (unsigned)count);
    return NULL;
}

static const char *dice(char **words)
{
    long first = whole(words[1], 6), second = whole(words[2], 6);
    if (first < 1 || second < 1)
        return "dice <1-6> <1-6>";
    machine_dice((uint8_t)first, (uint8_t)second);
    return NULL;
}

static const char *reset(char **words)
{
    int cause = words[1] ? find(words[1], CAUSES, RESET_CAUSE_COUNT) : -1;
    if (cause < 0)
        return "reset power_on|external|brown_out|watchdog";
    backend_reset((uint8_t)cause);
    return NULL;
}

static const char *text(char *reply, void (*write)(char *, size_t))
{
    strcpy(reply, "ok ");
    write(reply + 3, LINE - 3);
    return NULL;
}

/* Requests that are answered by `ok` or a reason. */
static const struct {
    const char *name;
    const char *(*obey)(char **words);
} ACTS[] = {{"press", press},   {"stick", stick},   {"fault", fault},   {"tiles", tiles},
            {"dice", dice},     {"reset", reset},   {"noise", noise},   {"plug", plug},
            {"dealer", dealer}, {"haste", haste},   {"temperature", temperature}};

/* Requests that are answered by a text. */
static const struct {
    const char *name;
    void (*write)(char *, size_t);
} TEXTS[] = {{"displays", machine_displays},
             {"walls", machine_walls},
             {"starts", machine_starts},
             {"motors", machine_motors},
             {"unit", backend_report}};

/* Gives the reason why not, or NULL; `reply` is preset to `ok`. */
static const char *obey(char **words, char *reply)
{
    const char *name = words[0] ? words[0] : "";
    for (size_t i = 0; i < sizeof ACTS / sizeof *ACTS; i++) {
        if (!strcmp(name, ACTS[i].name))
            return ACTS[i].obey(words);
    }
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        if (!strcmp(name, TEXTS[i].name))
            return text(reply, TEXTS[i].write);
    }
    if (!strcmp(name, "step"))
        return step(words, reply);
    if (!strcmp(name, "hand"))
        return level(words, machine_hand);
    if (!strcmp(name, "touch"))
        return level(words, machine_touch);
    if (strcmp(name, "line_reset") && strcmp(name, "unplug"))
        return "unknown request";
    if (*name == 'l')
        line_reset();
    else
        line_unplug();
    return NULL;
}

static void answer(int fd, char *line)
{
    char *words[6] = {NULL}, *rest = line, reply[LINE + 1] = "ok";
    for (int i = 0; i < 5; i++)
        words[i] = strtok_r(NULL, " \r", &rest);
    const char *reason = obey(words, reply);
    if (reason)
        snprintf(reply, LINE, "error %s", reason);
    strcat(reply, "\n");
    if (write(fd, reply, strlen(reply)) < 0)
        perror("jantaku-unit: control");
}

static void drop(struct client *client)
{
    close(client->fd);
    client->fd = -1;
}

static void serve(struct client *client)
{
    ssize_t got = read(client->fd, client->line + client->size, LINE - 1 - client->size);
    if (got <= 0) {
        drop(client);
        return;
    }
    client->size += (size_t)got;
    char *end;
    while ((end = memchr(client->line, '\n', client->size))) {
        *end++ = 0;
        answer(client->fd, client->line);
        client->size -= (size_t)(end - client->line);
        memmove(client->line, end, client->size);
    }
    if (client->size == LINE - 1)
        drop(client);
}

void control_serve(const struct pollfd *waited)
{
    for (int i = 0; i < CONTROL_CLIENTS; i++) {
        if (clients[i].fd >= 0 && waited[1 + i].fd == clients[i].fd && waited[1 + i].revents)
            serve(&clients[i]);
    }
    if (!waited[0].revents)
        return;
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    for (int i = 0; i < CONTROL_CLIENTS && fd >= 0; i++) {
        if (clients[i].fd < 0) {
            clients[i] = (struct client){.fd = fd};
            return;
        }
    }
    if (fd >= 0)
        close(fd);
}
