#!/bin/sh
# check_size.sh ELF FLASH RAM: print the use of both; fail above three quarters of either.
set -eu
avr-size "$1" | awk -v image="$(basename "$1" .elf)" -v flash="$2" -v ram="$3" '
NR == 2 {
    used = $1 + $2; held = $2 + $3
    printf "%s: flash %d of %d bytes (%.1f %%), memory %d of %d bytes (%.1f %%)\n",
        image, used, flash, 100 * used / flash, held, ram, 100 * held / ram
    if (used > 0.75 * flash || held > 0.75 * ram) { print "more than three quarters" > "/dev/stderr"; exit 1 }
}'
