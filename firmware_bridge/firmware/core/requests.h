/* The host's requests. */
#ifndef JANTAKU_REQUESTS_H
#define JANTAKU_REQUESTS_H

#include "link.h"

void requests_start(void);

/* Do what a request asks, a request_handler. */
struct answer_to do_request(uint8_t id, const uint8_t *payload, uint8_t size, uint32_t now_ms);

#endif
