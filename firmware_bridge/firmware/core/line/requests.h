/* What the host asks for; unit_request is declared in link.h. */
#ifndef JANTAKU_REQUESTS_H
#define JANTAKU_REQUESTS_H

#include <stdint.h>

void requests_start(void);

#endif
