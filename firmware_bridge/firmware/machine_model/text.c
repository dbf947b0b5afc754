/* The mechanics' state as text. */
#include <stdio.h>

#include "state.h"

void machine_displays(char *text, size_t size)
{
    snprintf(text, size, "honba=%d round=%d dealer=%d points=%d,%d,%d,%d dice=%d,%d", (int)m.shown[SHOW_HONBA],
             (int)m.shown[SHOW_ROUND], (int)m.shown[SHOW_DEALER], (int)m.shown[SHOW_POINTS],
             (int)m.shown[SHOW_POINTS + 1], (int)m.shown[SHOW_POINTS + 2], (int)m.shown[SHOW_POINTS + 3],
             (int)m.shown[SHOW_DICE] / 10, (int)m.shown[SHOW_DICE] % 10);
}

void machine_starts(char *text, size_t size)
{
    snprintf(text, size, "lift_up=%u lift_down=%u lid_open=%u lid_close=%u drum=%u pusher=%u dice=%u deal=%u",
             m.starts[OUT_LIFT_UP], m.starts[OUT_LIFT_DOWN], m.starts[OUT_LID_OPEN], m.starts[OUT_LID_CLOSE],
             m.starts[OUT_DRUM], m.starts[OUT_PUSHER] + m.starts[OUT_PUSHER + 1], m.starts[OUT_DICE], m.starts[OUT_DEAL]);
}

void machine_motors(char *text, size_t size)
{
    unsigned long on = 0;
    for (uint8_t n = 0; n < OUTPUTS; n++)
        on |= (unsigned long)pin(m.out, n) << n;
    snprintf(text, size, "on=%lu wrong=%u dealt=%u", on, m.wrong, m.dealt);
}

void machine_walls(char *text, size_t size)
{
    static const char *const PLACES[] = {"table", "drum", "stacker"};
    char lifts[CHAIRS + 1] = "";
    for (unsigned chair = 0; chair < CHAIRS; chair++)
        lifts[chair] = m.lift_us[chair] <= 0 ? 'd' : m.lift_us[chair] >= lift_travel(chair) ? 'u' : 'b';
    const char *places[SETS];
    for (unsigned set = 0; set < SETS; set++)
        places[set] = PLACES[m.place[set] == IN_DRUM && m.stacked[set] >= FULL ? IN_STACKER : m.place[set]];
    snprintf(text, size, "lifts=%s lid=%s set0=%s set1=%s stacked0=%u stacked1=%u drum=%d", lifts,
             m.lid_us <= 0 ? "closed" : m.lid_us >= LID_US ? "open" : "between", places[0], places[1], m.stacked[0],
             m.stacked[1], pin(m.out, OUT_DRUM));
}
