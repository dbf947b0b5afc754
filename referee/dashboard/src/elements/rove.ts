/** A list that is one stop of the Tab key: arrows, Home and End go from one of its buttons to the next. */

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Have the keys go through the buttons of a list, which itself takes the focus. */
export function rove(list: HTMLElement): void {
  list.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const buttons = [...list.querySelectorAll("button")];
    if (step === undefined || buttons.length === 0) {
      return;
    }
    event.preventDefault();
    const at = buttons.findIndex((one) => one === document.activeElement);
    buttons[step(at, buttons.length - 1)]?.focus();
  });
}
