/* USART0 with interrupts. */
#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "board.h"
#include "hal.h"

#define RECEIVED 64u /* powers of two; 64 bytes are 5 ms of line */
#define SENT 128u

static volatile uint8_t received[RECEIVED], received_in, received_out;
static volatile uint8_t sent[SENT], sent_in, sent_out;

#if defined(__AVR_ATmega328P__)
ISR(USART_RX_vect)
#else
ISR(USART0_RX_vect)
#endif
{
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((received_in + 1u) % RECEIVED);
    if (next != received_out) { /* otherwise the byte is lost, the CRC fails, and the host sends the frame again */
        received[received_in] = byte;
        received_in = next;
    }
}

#if defined(__AVR_ATmega328P__)
ISR(USART_UDRE_vect)
#else
ISR(USART0_UDRE_vect)
#endif
{
    if (sent_out == sent_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = sent[sent_out];
    sent_out = (uint8_t)((sent_out + 1u) % SENT);
}

void serial_start(void)
{
    UBRR0 = (uint16_t)((F_CPU + BAUD * 4u) / (BAUD * 8u) - 1u);
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool serial_waits(void)
{
    return received_out != received_in;
}

bool serial_take(uint8_t *byte)
{
    if (!serial_waits())
        return false;
    *byte = received[received_out];
    received_out = (uint8_t)((received_out + 1u) % RECEIVED);
    return true;
}

void hal_send(const uint8_t *bytes, uint8_t size)
{
    uint8_t used = (uint8_t)((sent_in - sent_out) % SENT);
    if (size >= SENT - used)
        return; /* all or nothing; the core sends it again */
    for (uint8_t i = 0; i < size; i++) {
        sent[sent_in] = bytes[i];
        sent_in = (uint8_t)((sent_in + 1u) % SENT);
    }
    UCSR0B |= _BV(UDRIE0);
}
