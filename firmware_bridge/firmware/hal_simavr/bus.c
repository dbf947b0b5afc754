/* The SPI bus of hal_avr/board.h. */
#include "bus.h"

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <string.h>

#include "host.h"
#include "machine.h"
#include "messages.h"

enum select { LOAD, LATCH, DIGITS, CLEAR, ADC, SELECTS = ADC + 2 };

#define CHIPS 5u
#define MIDDLE 4u
#define HISTORY (2u * CHIPS)

static struct {
    avr_t *avr;
    avr_spi_t *spi;
    avr_irq_t *input; /* into the microcontroller */
    void (*sync)(void);
    bool level[SELECTS];
    uint8_t history[HISTORY]; /* bytes on the bus, the latest first */
    uint8_t chain[INPUT_BYTES];
    uint8_t shifted; /* bytes of the chain that are out */
    uint8_t reply;   /* to the byte under way */
    uint8_t adc_at;  /* byte of a converter's exchange */
    uint8_t adc_channel;
    uint16_t adc_steps;
    uint8_t digits[CHIPS][16];
} bus;

static avr_io_t *find(const char *kind)
{
    avr_io_t *io = bus.avr->io_port;
    while (io && strcmp(io->kind, kind) != 0)
        io = io->next;
    return io;
}

/* Displays */

static int digit(uint8_t chip, uint8_t number)
{
    uint8_t code = bus.digits[chip][number];
    return code < 10 ? code : 0;
}

static void show_points(uint8_t chip)
{
    int32_t value = 0;
    bool minus = false;
    for (uint8_t number = 8; number >= 1; number--) {
        value = value * 10 + digit(chip, number);
        minus = minus || bus.digits[chip][number] == 10;
    }
    machine_show((uint8_t)(SHOW_POINTS + chip), minus ? -value : value);
}

static void show_middle(void)
{
    uint8_t lamps = bus.digits[MIDDLE][5];
    machine_show(SHOW_HONBA, digit(MIDDLE, 1) + 10 * digit(MIDDLE, 2));
    machine_show(SHOW_ROUND, digit(MIDDLE, 3) + 10 * digit(MIDDLE, 4));
    machine_show(SHOW_DEALER, lamps & 1 ? 0 : lamps & 2 ? 1 : lamps & 4 ? 2 : lamps & 8 ? 3 : 255);
    machine_show(SHOW_DICE, digit(MIDDLE, 6) + 10 * digit(MIDDLE, 7));
}

/* Each chip latches the two bytes shifted into it. */
static void take_digits(void)
{
    for (uint8_t chip = 0; chip < CHIPS; chip++) {
        uint8_t reg = bus.history[2 * chip + 1] & 15;
        if (reg == 0)
            continue;
        bus.digits[chip][reg] = bus.history[2 * chip] & 15;
        if (chip == MIDDLE)
            show_middle();
        else
            show_points(chip);
    }
}

/* Converters: start bit and channel in two bytes, twelve bits back in two. */

static uint16_t steps_of(uint8_t channel)
{
    int16_t value = machine_analog(channel);
    if (channel == ANALOG_TEMPERATURE)
        return (uint16_t)(value + 500);
    return (uint16_t)(channel == ANALOG_SUPPLY ? value / 8 : value / 2);
}

static uint8_t converter(uint8_t chip, uint8_t byte)
{
    switch (bus.adc_at++) {
    case 0:
        bus.adc_channel = (uint8_t)(8 * chip + (byte & 1) * 4);
        return 0;
    case 1:
        bus.adc_channel = (uint8_t)(bus.adc_channel + (byte >> 6));
        bus.sync();
        bus.adc_steps = bus.adc_channel <= ANALOG_TEMPERATURE ? steps_of(bus.adc_channel) : 0;
        return bus.adc_steps >> 8;
    default:
        return (uint8_t)bus.adc_steps;
    }
}

/* The bus */

/* The byte is out after eight clocks; simavr's own timer ignores the clock's rate, so it is removed. */
static avr_cycle_count_t exchanged(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    (void)param;
    avr_raise_irq(bus.input, bus.reply);
    return 0;
}

static void cancel_own_timer(void)
{
    avr_cycle_timer_slot_p slot = bus.avr->cycle_timers.timer;
    while (slot && slot->param != bus.spi)
        slot = slot->next;
    if (slot)
        avr_cycle_timer_cancel(bus.avr, slot->timer, slot->param);
}

static void written(avr_t *avr, avr_io_addr_t addr, uint8_t byte, void *param)
{
    static const uint8_t DIVIDER[8] = {4, 16, 64, 128, 2, 8, 32, 64};
    (void)addr;
    (void)param;
    cancel_own_timer();
    avr_regbit_clear(avr, bus.spi->spi.raised);
    if (host.hangs)
        return; /* the bus is stuck, and with it the program that waits for it */
    memmove(bus.history + 1, bus.history, HISTORY - 1);
    bus.history[0] = byte;
    if (!bus.level[ADC] || !bus.level[ADC + 1])
        bus.reply = converter(bus.level[ADC], byte);
    else
        bus.reply = bus.shifted < INPUT_BYTES ? bus.chain[INPUT_BYTES - 1 - bus.shifted++] : 0;
    uint8_t rate = (uint8_t)(avr_regbit_get(avr, bus.spi->spr[0]) | avr_regbit_get(avr, bus.spi->spr[1]) << 1 |
                             avr_regbit_get(avr, bus.spi->spr[2]) << 2);
    avr_cycle_timer_register(avr, 8u * DIVIDER[rate], exchanged, NULL);
}

static void selected(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    enum select which = (enum select)(intptr_t)param;
    bool high = value & 1, rises = high && !bus.level[which], falls = !high && bus.level[which];
    bus.level[which] = high;
    if (which == LOAD && falls) {
        bus.sync();
        machine_inputs(bus.chain);
        bus.shifted = 0;
    } else if (which == LATCH && rises && bus.level[CLEAR]) {
        bus.sync();
        machine_outputs(bus.history); /* the byte sent last is the first one */
    } else if (which == CLEAR && falls) {
        bus_reset();
    } else if (which == DIGITS && rises) {
        take_digits();
    } else if (which >= ADC && falls) {
        bus.adc_at = 0;
    }
}

void bus_reset(void)
{
    static const uint8_t OFF[OUTPUT_BYTES];
    memset(bus.level, 0, sizeof bus.level);
    bus.level[ADC] = bus.level[ADC + 1] = true; /* pulled up */
    bus.sync();
    machine_outputs(OFF);
}

void bus_connect(avr_t *avr, void (*sync)(void))
{
    bus.avr = avr;
    bus.sync = sync;
    bus.spi = (avr_spi_t *)find("spi");
    bus.input = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(bus.spi->name), SPI_IRQ_INPUT);
    avr_register_io_write(avr, bus.spi->r_spdr, written, NULL);
    for (int which = 0; which < SELECTS; which++)
        avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), which), selected, (void *)(intptr_t)which);
    bus_reset();
}
