/** The stream's page, for OBS: transparent, and as late as the table sets it. */

import { checked } from "../declared/checked.js";
import { byId, h } from "../elements/elements.js";
import { sheet } from "../faces/faces.js";
import { follow, type Heard } from "./follow.js";
import { offerLogOut } from "./leave.js";
import { o } from "../texts/onlookers.js";
import { LANGUAGE } from "../texts/texts.js";
import { streamView } from "./stream_view.js";

/** How long the logout is shown after a touch. */
const TOUCHED_MS = 5000;
let pictured = false;

function hear(heard: Heard): void {
  if (heard.kind === "shown") {
    const shown = checked("StreamShown", heard.value);
    pictured = true;
    document.title = `${shown.table} · ${o.stream}`;
    byId("shown").replaceChildren(...streamView(shown));
  } else if (heard.kind === "nothing") {
    byId("shown").replaceChildren();
  } else if (heard.kind === "refused") {
    // Texts are for the person who sets the stream up: after the first picture, they would be broadcast.
    byId("shown").replaceChildren(...(pictured ? [] : [h("p", { class: "note" }, o.streamRefused)]));
  }
  // If the line is lost or unreadable, the picture stays as it is: a stream shows no errors of its own.
}

document.documentElement.lang = LANGUAGE;
document.title = o.stream;
byId("symbols").innerHTML = sheet();
let untouched: ReturnType<typeof setTimeout> | undefined;
for (const touch of ["pointermove", "pointerdown", "keydown"]) {
  document.addEventListener(touch, () => {
    document.body.classList.add("touched");
    clearTimeout(untouched);
    untouched = setTimeout(() => document.body.classList.remove("touched"), TOUCHED_MS);
  });
}
void follow("stream/events", hear);
void offerLogOut(byId("who"));
