/* The list of faults: those that latch until they are reset, and those that pass by themselves.
 *
 * A fault that ends motions is only recorded here; motions_heed_faults() ends them, then reports it. */
#ifndef JANTAKU_FAULTS_H
#define JANTAKU_FAULTS_H

#include "messages.h"

/* kept: the value of faults_kept() before the reset. */
void faults_start(uint8_t kept);

/* Latched faults, by enum fault_name: they survive every reset. */
uint8_t faults_kept(void);

/* Queue Fault. */
void report_fault(uint8_t name, uint8_t chair, bool active, uint8_t detail, uint32_t now_ms);

/* Nothing may move until the faults are reset; reported by faults_tell(). */
void fault_latch(uint8_t name, uint8_t detail);

/* A fault that does not latch has come or gone. Repeats are not reported; faults_tell() reports drivers that are too
 * hot. */
void fault_show(uint8_t name, bool active, uint32_t now_ms);

/* True if a fault that was shown is still there. */
bool fault_shown(uint8_t name);

/* True if nothing may move. */
bool faults_latched(void);

/* Mask by enum fault_name: faults that end motions and have not been reported. */
uint8_t faults_untold(void);

/* Queue Fault for each of those. */
void faults_tell(uint32_t now_ms);

/* All is well again: release all latched faults. */
void faults_release(uint32_t now_ms);

/* Mask by enum fault_name. */
uint8_t faults_mask(void);

#endif
