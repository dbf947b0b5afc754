/* Changes of the inputs, as signals. */
#ifndef JANTAKU_REPORTS_H
#define JANTAKU_REPORTS_H

#include <stdbool.h>
#include <stdint.h>

/* A debounced input changed at at_ms. */
void report_input(uint8_t input, bool on, uint32_t at_ms);

/* Queue Levels. */
void report_levels(uint32_t now_ms, uint8_t stacked, uint8_t faults, uint8_t moving);

#endif
