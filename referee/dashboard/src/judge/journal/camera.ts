/** The newest picture of the camera, with what was read in it. */

import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../sheets/desk.js";
import { filmPlayer } from "../sheets/film.js";
import { openSheet } from "../../elements/sheet.js";

export function showCamera(desk: Desk): void {
  const place = h("div", {}, "…");
  const again = h("button", { type: "button", class: "main" }, t.past.picture);
  const look = (): void => {
    again.disabled = true;
    void desk.orders.look("camera_picture", {}).then((answer) => {
      again.disabled = false;
      const player = answer?.ok ? filmPlayer(answer, desk) : null;
      place.replaceChildren(player ?? h("p", { class: "would refused" }, answer === null ? t.unanswered : (answer.error ?? t.noFilm)));
    });
  };
  again.addEventListener("click", look);
  openSheet(t.past.camera, [place, again]);
  look();
}
