/** The film of an entry, or the newest picture: asks the table for it, and shows it. */

import { button, h } from "../../elements/elements.js";
import { addressOf } from "../../table/route.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { Player } from "./films/player.js";

/** The address at which a table's own server gives a film, as `clip` answers it. */
interface FilmAddress {
  /** Empty if the broker runs on the table's computer. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly encrypted: boolean;
  readonly mp4: boolean;
}

const PATH = /^\/clips\/[\w-]+\.avi$/;

/** Return the address of a table's own page; null if it is not a valid one. `here` is the address of this page. */
export function pageOf({ host, port, encrypted }: Pick<FilmAddress, "host" | "port" | "encrypted">, here: URL): string | null {
  const name = host === "" ? here.hostname : host.includes(":") ? `[${host}]` : host;
  if (!/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/.test(name) || !Number.isInteger(port) || port < 1 || port > 65535) {
    return null;
  }
  return `${encrypted ? "https" : "http"}://${name}:${port}/`;
}

/** Link to the table's own page, where a film can be seen that this page cannot get. */
function filmElsewhere(address: string, { orders: { table } }: Desk): HTMLElement {
  const link = h("a", { href: `${address}${addressOf(table)}`, target: "_blank", rel: "noopener noreferrer" }, address);
  return h("p", { class: "elsewhere" }, h("bdi", {}, t.filmElsewhere(table.name.slice(0, 100))), " ", link);
}

/** Ask the table for a clip or a picture, and show it in a place, or the reason for having none: without an answer, with a button to ask again. */
export async function showFilm(place: HTMLElement, command: "clip" | "camera_picture", args: Arguments, desk: Desk): Promise<void> {
  const answer = await desk.orders.look(command, args);
  const again = (): HTMLElement => button({ class: "quiet" }, () => void showFilm(place, command, args, desk), t.playFilm);
  place.replaceChildren(filmOf(answer, desk) ?? h("div", { class: "no-film" }, withoutFilm(answer), answer === null ? again() : null));
}

/** Say why there is no film. */
function withoutFilm(answer: Answer | null): HTMLElement {
  return h("p", { class: "would refused" }, answer === null ? t.unanswered : (answer.error ?? t.noFilm));
}

/** Make a player for the clip in an answer; null if the table serves no film. */
export function filmOf(clip: Answer | null, desk: Desk): HTMLElement | null {
  const page = clip?.ok ? (clip.page as FilmAddress | null | undefined) : null;
  const address = page === null || page === undefined ? null : pageOf(page, new URL(location.href));
  if (clip === null || !page || address === null || !PATH.test(page.path)) {
    return null;
  }
  if (!desk.isOwn && location.protocol === "https:" && !page.encrypted) {
    return filmElsewhere(address, desk); // no browser gets it from there
  }
  const film = {
    url: desk.isOwn ? page.path : `${address}${page.path.slice(1)}`,
    bytes: Number(clip.bytes),
    actMs: Number(clip.entry_ms) - Number(clip.from_ms),
    mp4: page.mp4,
    name: `jantaku-${desk.orders.table.table}-${Number(clip.clip)}`,
  };
  return new Player(film, () => (desk.isOwn ? h("p", { class: "would refused" }, t.noFilm) : filmElsewhere(address, desk))).element;
}
