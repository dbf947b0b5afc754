/* Bytes on their way into and out of the microcontroller. */
#include "uart.h"

#include <simavr/avr_uart.h>
#include <string.h>

#include "line.h"

#define BYTE_CYCLES (16000000u * 10u / 115200u)
#define WAITING 4096u /* bytes from the host that lie on the line */
#define SENT 256u

static struct {
    avr_t *avr;
    avr_uart_t *uart;
    avr_irq_t *input;
    uint8_t waiting[WAITING];
    size_t waits;
    bool feeding;
    uint8_t sent[SENT];
    size_t complete; /* bytes of `sent` that have left the line */
    uint8_t under_way[16];
    size_t shifting;
    avr_cycle_count_t free_at; /* the transmitter's next byte begins then */
} line_in_out;

#define u line_in_out

/* simavr counts eleven bits a byte; there are ten. */
static void set_rate(void)
{
    u.uart->cycles_per_byte = BYTE_CYCLES;
}

static avr_cycle_count_t feed_one(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)param;
    if (u.waits == 0) {
        u.feeding = false;
        return 0;
    }
    uint8_t byte = u.waiting[0];
    memmove(u.waiting, u.waiting + 1, --u.waits);
    set_rate();
    avr_raise_irq(u.input, byte);
    return when + BYTE_CYCLES;
}

void uart_feed(const uint8_t *bytes, size_t size)
{
    if (size > WAITING - u.waits)
        size = WAITING - u.waits;
    memcpy(u.waiting + u.waits, bytes, size);
    u.waits += size;
    if (u.feeding || size == 0)
        return;
    u.feeding = true;
    avr_cycle_timer_register(u.avr, 1, feed_one, NULL);
}

static avr_cycle_count_t sent_one(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)param;
    if (u.complete < SENT)
        u.sent[u.complete++] = u.under_way[0];
    memmove(u.under_way, u.under_way + 1, --u.shifting);
    return u.shifting ? when + BYTE_CYCLES : 0;
}

static void sending(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    set_rate();
    if (u.shifting < sizeof u.under_way)
        u.under_way[u.shifting++] = (uint8_t)value;
    if (u.shifting == 1)
        avr_cycle_timer_register(u.avr, BYTE_CYCLES, sent_one, NULL);
}

bool uart_busy(void)
{
    return u.waits || u.shifting;
}

void uart_flush(bool all)
{
    size_t size = u.complete;
    while (!all && size && u.sent[size - 1])
        size--;
    if (size == 0)
        return;
    line_write(u.sent, size);
    u.complete -= size;
    memmove(u.sent, u.sent + size, u.complete);
}

void uart_reset(void)
{
    u.waits = u.shifting = 0;
    u.feeding = false;
}

void uart_connect(avr_t *avr)
{
    avr_io_t *io = avr->io_port;
    while (io && !(strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0'))
        io = io->next;
    u.avr = avr;
    u.uart = (avr_uart_t *)io;
    u.uart->flags = 0; /* no echo on the terminal, no sleeping */
    u.input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sending, NULL);
}
