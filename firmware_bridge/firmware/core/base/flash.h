/* Tables that never change: on the ATmega they stay in the flash, since its memory is small, and are read from there. */
#ifndef JANTAKU_FLASH_H
#define JANTAKU_FLASH_H

#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define IN_FLASH PROGMEM
#define copy_flash memcpy_P
#else
#define IN_FLASH
#define copy_flash memcpy
#endif

#endif
