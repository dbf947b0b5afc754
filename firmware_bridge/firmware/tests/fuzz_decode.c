/* The decoder under libFuzzer. */
#include <stdlib.h>

#include "decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *out = malloc(size ? size : 1);
    if (!out)
        abort();
    (void)decode_all(data, size, out);
    free(out);
    return 0;
}
