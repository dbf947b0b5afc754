/* 74HC165 inputs, 74HC595 outputs and MAX7219 displays in chains, and two MCP3208 converters, on one SPI bus. */
#include "shift.h"

#include <util/delay_basic.h>

#include "board.h"
#include "hal.h"

/* Displays along the chain: points of chairs 0 to 3, then the middle (honba, round, dealer's lamps, dice). */
#define CHIPS 5u
#define MIDDLE 4u
#define DIGITS 8u
#define DARK 15u  /* code B */
#define MINUS 10u
#define CHIP_DECODE 9u
#define CHIP_BRIGHTNESS 10u
#define CHIP_DIGITS 11u
#define CHIP_ON 12u
#define CHIP_TEST 15u

static uint8_t spi(uint8_t byte)
{
    SPDR = byte;
    loop_until_bit_is_set(SPSR, SPIF);
    return SPDR;
}

static void pulse(uint8_t select)
{
    SELECT_PORT |= (uint8_t)_BV(select);
    _delay_loop_1(1);
    SELECT_PORT &= (uint8_t)~_BV(select);
}

/* Write one register of one chip; the others in the chain get a no-operation. */
static void chip_write(uint8_t chip, uint8_t reg, uint8_t value)
{
    for (uint8_t i = CHIPS; i-- > 0;) {
        spi(i == chip ? reg : 0);
        spi(i == chip ? value : 0);
    }
    pulse(SELECT_DIGITS);
}

void shift_start(void)
{
    static const uint8_t OFF[OUTPUT_BYTES];
    SELECT_PORT = _BV(SELECT_LOAD) | _BV(SELECT_ADC) | _BV(SELECT_ADC + 1);
    SELECT_DDR |= _BV(SELECT_LOAD) | _BV(SELECT_LATCH) | _BV(SELECT_DIGITS) | _BV(SELECT_CLEAR) | _BV(SELECT_ADC) |
                  _BV(SELECT_ADC + 1);
    SPI_DDR |= (uint8_t)(_BV(SPI_SS) | _BV(SPI_MOSI) | _BV(SPI_SCK));
    SPCR = _BV(SPE) | _BV(MSTR); /* 4 MHz: cables of half a metre */
    hal_write_outputs(OFF);
    SELECT_PORT |= _BV(SELECT_CLEAR);
    for (uint8_t chip = 0; chip < CHIPS; chip++) {
        chip_write(chip, CHIP_TEST, 0);
        chip_write(chip, CHIP_DECODE, chip == MIDDLE ? 0x6F : 0xFF);
        chip_write(chip, CHIP_BRIGHTNESS, 7);
        chip_write(chip, CHIP_DIGITS, DIGITS - 1u);
        chip_write(chip, CHIP_ON, 1);
    }
}

void hal_read_inputs(uint8_t in[INPUT_BYTES])
{
    SELECT_PORT &= (uint8_t)~_BV(SELECT_LOAD);
    _delay_loop_1(1);
    SELECT_PORT |= _BV(SELECT_LOAD);
    for (uint8_t i = INPUT_BYTES; i-- > 0;)
        in[i] = spi(0);
}

void hal_write_outputs(const uint8_t out[OUTPUT_BYTES])
{
    for (uint8_t i = OUTPUT_BYTES; i-- > 0;)
        spi(out[i]);
    pulse(SELECT_LATCH);
}

/* 2 mA, 8 mV or a tenth of a degree a step, by what is soldered before the converter. */
int16_t hal_read_analog(uint8_t channel)
{
    uint8_t select = (uint8_t)_BV(SELECT_ADC + (channel >> 3));
    SPCR |= _BV(SPR0); /* 1 MHz: the converter takes up to 2 */
    SELECT_PORT &= (uint8_t)~select;
    spi((uint8_t)(0x06 | (channel & 7) >> 2));
    uint8_t high = spi((uint8_t)(channel << 6));
    int16_t steps = (int16_t)((high & 15) << 8 | spi(0));
    SELECT_PORT |= select;
    SPCR &= (uint8_t)~_BV(SPR0);
    return channel == ANALOG_TEMPERATURE ? steps - 500 : channel == ANALOG_SUPPLY ? (int16_t)(steps * 8) : (int16_t)(steps * 2);
}

/* Two digits of the middle chip, without a leading zero; for the round, 0 is dark. */
static void show_two(uint8_t first, int32_t value, bool dark_zero)
{
    uint8_t n = (uint8_t)value;
    chip_write(MIDDLE, first, dark_zero && n == 0 ? DARK : n % 10u);
    chip_write(MIDDLE, (uint8_t)(first + 1u), n < 10 ? DARK : n / 10u);
}

static void show_points(uint8_t chip, int32_t points)
{
    bool minus = points < 0;
    uint32_t rest = (uint32_t)(minus ? -points : points);
    for (uint8_t digit = 0; digit < DIGITS; digit++) {
        uint8_t code = (uint8_t)(rest % 10u);
        if (digit && rest == 0) {
            code = minus ? MINUS : DARK;
            minus = false;
        }
        rest /= 10u;
        chip_write(chip, (uint8_t)(digit + 1u), code);
    }
}

void hal_show(uint8_t display, int32_t value)
{
    if (display == SHOW_HONBA)
        show_two(1, value, false);
    else if (display == SHOW_ROUND)
        show_two(3, value, true);
    else if (display == SHOW_DEALER)
        chip_write(MIDDLE, 5, value < 4 ? (uint8_t)(1u << value) : 0);
    else if (display == SHOW_DICE)
        show_two(6, value, true);
    else
        show_points((uint8_t)(display - SHOW_POINTS), value);
}
