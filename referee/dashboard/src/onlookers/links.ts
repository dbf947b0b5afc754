/** The codes that a judge shows to players, to the club's screen and to the stream's producer. */

import { h, s } from "../elements/elements.js";
import { openSheet } from "../elements/sheet.js";
import type { TableAddress } from "../table/settings.js";
import { c } from "../texts/codes.js";

const QUIET_ZONE = 4;
type Encode = typeof import("./qr.js").encode;
type Links = Record<"players" | "wall" | "stream", string | null>;

/** Show the codes of a table. They exist only on the page that the table's own server serves. */
export async function showLinks({ name }: TableAddress, isOwn: boolean): Promise<void> {
  const place = h("div", {}, "…");
  openSheet(c.linkTitle(name), [place]);
  if (!isOwn) {
    place.replaceChildren(h("p", {}, c.linksElsewhere(name)));
    return;
  }
  place.replaceChildren(await codes());
}

async function codes(): Promise<HTMLElement> {
  try {
    const answer = await fetch("links.json", { cache: "no-store" });
    const links = (await answer.json()) as Links;
    const { encode } = await import("./qr.js");
    const code = (title: string, why: string, path: string): HTMLElement => drawn(encode, title, why, path);
    if (!answer.ok) {
      return h("p", {}, c.noLinks);
    }
    return h(
      "div",
      { class: "links" },
      ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) ? h("p", { class: "hint" }, c.loopback) : null,
      links.players === null ? h("p", { class: "hint" }, c.noPlayers) : code(c.forPlayers, c.playersWhy, links.players),
      links.wall === null ? null : code(c.forWall, c.wallWhy, links.wall),
      links.stream === null ? null : code(c.forStream, c.streamWhy, links.stream),
    );
  } catch {
    return h("p", {}, c.noLinks);
  }
}

function drawn(encode: Encode, title: string, why: string, path: string): HTMLElement {
  const address = new URL(path, location.href).href;
  return h("section", { class: "code" }, h("h3", {}, title), picture(encode(address, { ecc: "M", border: QUIET_ZONE }), title), h("p", {}, why), h("a", { href: address }, address));
}

/** Draw a QR code. */
function picture({ data, size }: ReturnType<Encode>, title: string): SVGSVGElement {
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return s(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": `QR: ${title}`, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: squares.join(""), fill: "#000" }),
  );
}
