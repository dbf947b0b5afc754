/* The pins of the ATmega. All inputs and outputs of the table are on one SPI bus. */
#ifndef JANTAKU_BOARD_H
#define JANTAKU_BOARD_H

#include <avr/io.h>

#ifndef F_CPU
#define F_CPU 16000000UL
#endif
#define BAUD 115200UL

/* LOAD: 74HC165, low takes the inputs. LATCH: 74HC595, rising shows the outputs. DIGITS: MAX7219, rising takes 16 bits
 * each. CLEAR: 74HC595, low switches every output off; a pull-down holds it low while the controller is in reset. ADC:
 * MCP3208 with 4.096 V reference, low selects; the first has channels 0 to 7 of enum analog, the second those from 8 on. */
#if defined(__AVR_ATmega328P__)
#define SPI_DDR DDRB
#define SPI_SS PB2
#define SPI_MOSI PB3
#define SPI_SCK PB5
#elif defined(__AVR_ATmega2560__)
#define SPI_DDR DDRB
#define SPI_SS PB0
#define SPI_MOSI PB2
#define SPI_SCK PB1
#else
#error "board.h knows the ATmega328P and the ATmega2560"
#endif

#define SELECT_DDR DDRC
#define SELECT_PORT PORTC
#define SELECT_LOAD PC0
#define SELECT_LATCH PC1
#define SELECT_DIGITS PC2
#define SELECT_CLEAR PC3
#define SELECT_ADC PC4 /* and PC5 */

#endif
