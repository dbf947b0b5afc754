/* The ATmega's own image in libsimavr: its clock, its resets, its memory. */
#define _GNU_SOURCE
#include <simavr/avr_eeprom.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bus.h"
#include "host.h"
#include "line.h"
#include "machine.h"
#include "messages.h"
#include "uart.h"
#include "unit_backend.h"

#define CYCLES_PER_US 16.0
#define RAM_START 0x100
#define UNTOUCHED 0xA5
#define SLICE_US 250         /* with a real clock, how late a byte may be passed on */
#define IDLE_US 1000000      /* with a virtual one, how far time may go while nothing is under way */
#define BUSY_US 1000

static struct {
    avr_t *avr;
    const char *image;
    const char *mcu;
    void (*own_reset)(avr_t *);
    double cycles;         /* of this process, resets or not */
    avr_cycle_count_t last; /* avr->cycle at that moment */
    int64_t machine_us;    /* how far the machine has got */
    double awake;          /* cycles that were not slept */
    avr_cycle_count_t slept;
    uint32_t stack_from; /* first address above the variables */
    bool stop;           /* the end of the slice has come */
} unit = {.mcu = "atmega328p"};

static double cycles_per_us(void)
{
    return CYCLES_PER_US * host.drift;
}

/* Cycles since the process started; a reset may set the microcontroller's own count back. */
static double count_cycles(void)
{
    avr_cycle_count_t gone = unit.avr->cycle >= unit.last ? unit.avr->cycle - unit.last : unit.avr->cycle;
    unit.last = unit.avr->cycle;
    unit.cycles += (double)gone;
    return unit.cycles;
}

static void machine_to(int64_t now_us)
{
    while (unit.machine_us < now_us) {
        int64_t left = now_us - unit.machine_us, next = machine_next();
        int64_t step = next < left ? next : left;
        machine_advance(step);
        unit.machine_us += step;
    }
}

static void sync(void)
{
    machine_to((int64_t)(count_cycles() / cycles_per_us()));
}

/* Sleep takes no real time, since this process keeps a clock of its own. */
static void slept(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    unit.slept += cycles;
}

static void paint_stack(void)
{
    memset(unit.avr->data + unit.stack_from, UNTOUCHED, unit.avr->ramend + 1 - unit.stack_from);
}

/* Every reset comes through here: by supply, watchdog or request. */
static void was_reset(avr_t *avr)
{
    if (unit.own_reset)
        unit.own_reset(avr);
    host.hangs = false;
    host.boots++;
    uart_reset();
    bus_reset();
    paint_stack();
}

static void set_cause(uint8_t cause)
{
    const avr_regbit_t flags[] = {
        [RESET_CAUSE_POWER_ON] = unit.avr->reset_flags.porf,
        [RESET_CAUSE_EXTERNAL] = unit.avr->reset_flags.extrf,
        [RESET_CAUSE_BROWN_OUT] = unit.avr->reset_flags.borf,
        [RESET_CAUSE_WATCHDOG] = unit.avr->reset_flags.wdrf,
    };
    for (uint8_t other = 0; other < RESET_CAUSE_COUNT; other++)
        avr_regbit_setto(unit.avr, flags[other], other == cause);
}

void backend_reset(uint8_t cause)
{
    count_cycles();
    avr_reset(unit.avr);
    unit.last = unit.avr->cycle;
    set_cause(cause);
}

static void fail(const char *what)
{
    fprintf(stderr, "jantaku-unit-avr: %s\n", what);
    exit(1);
}

/* The image counts its boots in the EEPROM; this chip starts with some boots behind it. */
static void fill_eeprom(void)
{
    uint8_t boots[4];
    if (getrandom(boots, sizeof boots, 0) != (ssize_t)sizeof boots)
        fail("no random numbers");
    avr_eeprom_desc_t content = {.ee = boots, .offset = 0, .size = sizeof boots};
    avr_ioctl(unit.avr, AVR_IOCTL_EEPROM_SET, &content);
}

static void quiet(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level == LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

bool backend_option(const char *name, const char *value)
{
    if (!strcmp(name, "--image"))
        unit.image = value;
    else if (!strcmp(name, "--mcu"))
        unit.mcu = value;
    else
        return false;
    return true;
}

void backend_start(void)
{
    elf_firmware_t image = {0};
    avr_global_logger_set(quiet);
    if (!unit.image || elf_read_firmware(unit.image, &image))
        fail("--image: an ELF file is needed");
    unit.avr = avr_make_mcu_by_name(unit.mcu);
    if (!unit.avr || avr_init(unit.avr))
        fail("--mcu: simavr does not know it");
    unit.avr->frequency = 16000000;
    avr_load_firmware(unit.avr, &image);
    unit.avr->frequency = 16000000;
    unit.avr->sleep = slept;
    unit.own_reset = unit.avr->reset;
    unit.avr->reset = was_reset;
    uint32_t ram_start = !strcmp(unit.mcu, "atmega2560") ? 0x200 : RAM_START;
    unit.stack_from = ram_start + image.datasize + image.bsssize + 16;
    bus_connect(unit.avr, sync);
    uart_connect(unit.avr);
    fill_eeprom();
    backend_reset(RESET_CAUSE_POWER_ON);
}

void backend_receive(const uint8_t *bytes, size_t size)
{
    if (!host.browned)
        uart_feed(bytes, size);
}

int64_t backend_next_us(void)
{
    if (host.real)
        return host.now_us + SLICE_US;
    return host.now_us + (uart_busy() ? BUSY_US : IDLE_US);
}

/* End the slice; due again at once, so that the processor does not sleep past it. */
static avr_cycle_count_t stop_here(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)param;
    unit.stop = true;
    return when + 1;
}

static void run_processor(int64_t until_us)
{
    uint64_t sent = line.sent;
    double left = (double)until_us * cycles_per_us() - count_cycles();
    unit.stop = left < 1;
    if (!unit.stop)
        avr_cycle_timer_register(unit.avr, (avr_cycle_count_t)left, stop_here, NULL);
    uint32_t boots = host.boots;
    while (!unit.stop && line.sent == sent) {
        int state = avr_run(unit.avr);
        if (state == cpu_Done || state == cpu_Crashed)
            fail("the processor has crashed");
        if (host.boots != boots) {
            /* The reset has removed the timer: set it for the remaining time. */
            boots = host.boots;
            left = (double)until_us * cycles_per_us() - count_cycles();
            avr_cycle_timer_register(unit.avr, left < 1 ? 1 : (avr_cycle_count_t)left, stop_here, NULL);
        }
        if (!host.real)
            uart_flush(false);
    }
    avr_cycle_timer_cancel(unit.avr, stop_here, NULL);
    count_cycles();
}

bool backend_run(int64_t until_us)
{
    uint64_t sent = line.sent;
    host.changed = false;
    if (host.browned) {
        /* The processor stands still; time does not. */
        unit.cycles = (double)until_us * cycles_per_us();
    } else {
        run_processor(until_us);
    }
    if (host.real)
        uart_flush(true);
    int64_t now = (int64_t)(unit.cycles / cycles_per_us());
    host.now_us = now > host.now_us ? now : host.now_us;
    if (line.sent == sent || host.real)
        host.now_us = until_us > host.now_us ? until_us : host.now_us;
    machine_to(host.now_us);
    return !host.real && line.sent != sent;
}

void backend_report(char *text, size_t size)
{
    uint32_t touched = unit.stack_from;
    while (touched <= unit.avr->ramend && unit.avr->data[touched] == UNTOUCHED)
        touched++;
    double awake = 1.0 - (double)unit.slept / (unit.cycles > 0 ? unit.cycles : 1);
    snprintf(text, size, "boots=%u awake=%d stack=%u free=%u", (unsigned)host.boots, (int)(awake * 1000),
             (unsigned)(unit.avr->ramend + 1 - touched), (unsigned)(touched - unit.stack_from));
}
