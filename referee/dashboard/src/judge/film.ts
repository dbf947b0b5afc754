/** A clip's film: an AVI of JPEG pictures. Only the pictures that are viewed are fetched, by their byte ranges.
 *
 * No browser plays such a file by itself. Its index says where each picture lies.
 */

import { h } from "../elements.js";
import { t } from "../texts/texts.js";
import type { Answer } from "./orders.js";

interface Part {
  readonly from: number;
  readonly bytes: number;
}

const INDEX_ENTRY = 16;
const FRAMES_PER_S = 5;

/** Bytes of the film, even if the server ignores the range and sends the whole film. */
async function range(url: string, from: number, bytes: number): Promise<DataView> {
  const answer = await fetch(url, { headers: { Range: `bytes=${from}-${from + bytes - 1}` } });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  const data = await answer.arrayBuffer();
  return new DataView(answer.status === 206 ? data : data.slice(from, from + bytes));
}

function name(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}

/** Where the pictures of an AVI lie. */
export async function pictures(read: (from: number, bytes: number) => Promise<DataView>, whole: number): Promise<Part[]> {
  let at = 12;
  let movie = 0;
  while (at + 8 <= whole) {
    const head = await read(at, 12);
    const kind = name(head, 0);
    const bytes = head.getUint32(4, true);
    if (kind === "LIST" && name(head, 8) === "movi") {
      movie = at + 8;
    } else if (kind === "idx1") {
      const index = await read(at + 8, bytes);
      return Array.from({ length: Math.floor(bytes / INDEX_ENTRY) }, (_, place) => {
        const entry = place * INDEX_ENTRY;
        return { from: movie + index.getUint32(entry + 8, true) + 8, bytes: index.getUint32(entry + 12, true) };
      });
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error("no index");
}

/** A player for the clip that the command `clip` has answered; null if the table serves no film. */
export function filmPlayer(clip: Answer): HTMLElement | null {
  const page = clip.page as { path: string } | null;
  if (page === null || page === undefined) {
    return null;
  }
  const url = page.path;
  const picture = h("img", { alt: "", class: "film" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t.frame });
  const play = h("button", { type: "button", class: "quiet" }, "▶");
  const element = h("div", { class: "player-of-film" }, picture, h("div", { class: "film-bar" }, play, slider));
  const kept = new Map<number, string>();
  let parts: Part[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;

  const show = async (place: number): Promise<void> => {
    const part = parts[place];
    if (part === undefined) {
      return;
    }
    let shown = kept.get(place);
    if (shown === undefined) {
      const data = await range(url, part.from, part.bytes);
      shown = URL.createObjectURL(new Blob([data.buffer as ArrayBuffer], { type: "image/jpeg" }));
      kept.set(place, shown);
    }
    if (Number(slider.value) === place) {
      picture.src = shown;
      picture.alt = `${t.frame} ${place + 1} / ${parts.length}`;
    }
  };
  const fail = (): void => {
    stop();
    element.replaceChildren(h("p", { class: "would refused" }, t.noFilm));
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "▶";
  };
  const step = (): void => {
    if (!element.isConnected) {
      stop();
      for (const each of kept.values()) {
        URL.revokeObjectURL(each);
      }
      kept.clear();
      return;
    }
    const next = Number(slider.value) + 1;
    slider.value = String(next >= parts.length ? 0 : next);
    show(Number(slider.value)).catch(fail);
  };
  play.setAttribute("aria-label", t.playFilm);
  play.addEventListener("click", () => {
    if (timer === undefined) {
      timer = setInterval(step, 1000 / FRAMES_PER_S);
      play.textContent = "❚❚";
    } else {
      stop();
    }
  });
  slider.addEventListener("input", () => void show(Number(slider.value)).catch(fail));
  pictures((from, bytes) => range(url, from, bytes), Number(clip.bytes))
    .then((found) => {
      parts = found;
      slider.max = String(found.length - 1);
      return show(0);
    })
    .catch(fail);
  return element;
}
