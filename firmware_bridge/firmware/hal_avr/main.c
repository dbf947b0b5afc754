/* The unit on an ATmega328P or 2560: clock, reset cause, entropy, watchdog, and the loop. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"
#include "serial.h"
#include "shift.h"
#include "unit.h"

static volatile uint32_t clock_ms;
static uint8_t reset_flags __attribute__((section(".noinit")));
static EEMEM struct {
    uint32_t boots;
    uint8_t kept;
} memory;
static uint32_t pool;

/* The watchdog keeps running after a reset that it caused: switch it off at once, before it fires during start-up. */
void take_reset_flags(void) __attribute__((naked, used, section(".init3")));
void take_reset_flags(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect)
{
    clock_ms++;
}

static uint32_t now_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = clock_ms;
    }
    return now;
}

static void stir(uint8_t byte)
{
    pool = (pool ^ byte) * 16777619u;
    pool ^= pool >> 15;
}

/* The lowest bit of the converter is noise: on the temperature sensor of the 328P, on the amplified difference of one
 * pin with itself of the 2560. */
static uint8_t noise(void)
{
    uint8_t bits = 0;
    for (uint8_t i = 0; i < 8; i++) {
        ADCSRA |= _BV(ADSC);
        loop_until_bit_is_clear(ADCSRA, ADSC);
        bits = (uint8_t)(bits << 1 | (ADCL & 1));
        (void)ADCH;
    }
    return bits;
}

uint32_t hal_entropy(void)
{
    for (uint8_t i = 0; i < 4; i++)
        stir((uint8_t)(noise() ^ TCNT0));
    return pool;
}

/* The write continues in hardware for 3.4 ms. */
void hal_keep(uint8_t value)
{
    eeprom_update_byte(&memory.kept, value);
}

uint8_t hal_kept(void)
{
    return eeprom_read_byte(&memory.kept);
}

static uint8_t reset_cause(void)
{
    if (reset_flags & _BV(WDRF))
        return RESET_CAUSE_WATCHDOG;
    if (reset_flags & _BV(PORF))
        return RESET_CAUSE_POWER_ON;
    if (reset_flags & _BV(BORF))
        return RESET_CAUSE_BROWN_OUT;
    return RESET_CAUSE_EXTERNAL;
}

/* A different number at every boot, even without noise, since it includes the count of boots. */
static uint32_t boot_nonce(void)
{
    uint32_t count = eeprom_read_dword(&memory.boots) + 1u;
    eeprom_update_dword(&memory.boots, count);
    for (uint8_t i = 0; i < 8; i++)
        stir((uint8_t)(count >> (8 * (i & 3))));
    return hal_entropy();
}

/* Wait for the next interrupt: the clock's or the line's. The instruction after sei() is still executed before one. */
static void sleep_until_needed(uint32_t polled_ms)
{
    cli();
    if (!serial_waits() && clock_ms == polled_ms) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = (uint8_t)(F_CPU / 64u / 1000u - 1u);
    TIMSK0 = _BV(OCIE0A);
    ADMUX = _BV(REFS1) | _BV(REFS0) | _BV(MUX3);
    ADCSRA = _BV(ADEN) | _BV(ADPS1) | _BV(ADPS0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    serial_start();
    shift_start();
    sei();
    unit_start(reset_cause(), boot_nonce(), now_ms());
    wdt_enable(WDTO_120MS);
    uint32_t polled_ms = now_ms();
    for (;;) {
        uint8_t byte;
        uint32_t now = now_ms();
        while (serial_take(&byte)) {
            stir((uint8_t)(byte ^ TCNT0));
            unit_receive(byte, now);
        }
        if (now == polled_ms) {
            sleep_until_needed(polled_ms);
            continue;
        }
        polled_ms = now;
        unit_poll(now);
        wdt_reset(); /* only here, so that a stopped clock, which would leave motors on for ever, ends in a reset */
    }
}
