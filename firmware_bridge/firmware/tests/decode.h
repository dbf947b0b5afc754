/* The decoder on a whole input, for fuzzing and for comparison with the host's. */
#ifndef JANTAKU_TEST_DECODE_H
#define JANTAKU_TEST_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum verdict { REFUSED, TAKEN, NOT_FOR_THE_UNIT };

/* Decode with an empty decoder. Each frame is written as size of the payload, id, sequence, session (two bytes), payload
 * and verdict on its message. Gives the number of bytes written, never more than were decoded. Ends the program if a
 * decoded frame, sent again, does not give the same bytes. */
size_t decode_all(const uint8_t *data, size_t size, uint8_t *out);

#endif
