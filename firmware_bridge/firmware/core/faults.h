/* Faults: those that latch until they are reset, and those that pass by themselves. */
#ifndef JANTAKU_FAULTS_H
#define JANTAKU_FAULTS_H

#include "messages.h"

/* kept: as faults_kept() gave it, of the life before a reset. */
void faults_start(uint8_t kept);

/* What is latched, by enum fault_name: no reset forgets it. */
uint8_t faults_kept(void);

/* Queue Fault. */
void report_fault(uint8_t name, uint8_t chair, bool active, uint8_t detail, uint32_t now_ms);

/* End every motion; nothing moves until the faults are reset. */
void fault_latch(uint8_t name, uint8_t detail, uint32_t now_ms);

/* A fault that does not latch has come or gone; repeats say nothing. */
void fault_show(uint8_t name, bool active, uint32_t now_ms);

/* Whether a fault that was shown is still there. */
bool fault_shown(uint8_t name);

/* Whether nothing may move. */
bool faults_latched(void);

/* Release what is latched, false while a cause is there. A chain that ran on is first looked at with the supply on. */
bool faults_reset(uint32_t now_ms);

/* Everything is as it should be: nothing is latched any more. */
void faults_release(uint32_t now_ms);

/* Mask by enum fault_name. */
uint8_t faults_mask(void);

/* Look at the emergency stop and the motors' supply. */
void faults_poll(uint32_t now_ms);
uint32_t faults_next(uint32_t now_ms);

#endif
