/** The stream's page, for OBS: transparent, and as late as the table says. */

import { checked } from "../declared/checked.js";
import { byId, h } from "../elements.js";
import { sheet } from "../faces/faces.js";
import { follow, type Heard } from "./follow.js";
import { o } from "../texts/onlookers.js";
import { LANGUAGE } from "../texts/texts.js";
import { streamView } from "./stream_view.js";

function hear(heard: Heard): void {
  if (heard.kind === "shown") {
    const shown = checked("StreamShown", heard.value);
    document.title = `${shown.table} · ${o.stream}`;
    byId("shown").replaceChildren(...streamView(shown));
  } else if (heard.kind === "nothing") {
    byId("shown").replaceChildren();
  } else if (heard.kind === "refused") {
    byId("shown").replaceChildren(h("p", { class: "note" }, o.refused));
  }
  // A line that is lost leaves the picture as it is: a stream shows no errors of its own.
}

document.documentElement.lang = LANGUAGE;
document.title = o.stream;
byId("symbols").innerHTML = sheet();
void follow("stream/events", hear);
