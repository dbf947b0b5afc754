/* The firmware's version, major in the high byte. */
#ifndef JANTAKU_VERSION_H
#define JANTAKU_VERSION_H

#define FIRMWARE_VERSION 0x0003u

#endif
