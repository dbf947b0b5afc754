/* The clock, and the line as time goes by. */
#include "host.h"

#include "line.h"
#include "unit_backend.h"

struct host host = {.speed = 1.0, .drift = 1.0};

void host_take_line(void)
{
    uint8_t bytes[256];
    size_t got;
    while ((got = line_read(bytes, sizeof bytes)) > 0)
        backend_receive(bytes, got);
}

void host_step(int64_t until_us)
{
    if (backend_run(until_us))
        return;
    host_take_line();
    while (backend_run(until_us))
        continue;
}
