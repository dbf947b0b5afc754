/** Places what is waiting for a judge: above the table on a telephone, beside it where there is room. */

import { byId } from "../elements/elements.js";

/** Keep it in its place, also for a keyboard and a screen reader, when the page is turned or its width changes. */
export function placeUrgent(): void {
  const narrow = matchMedia("(max-width: 599px)");
  const place = (): void => byId(narrow.matches ? "table-page" : "side").prepend(byId("urgent"));
  narrow.addEventListener("change", place);
  place();
}
