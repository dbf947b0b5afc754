/** The newest picture from the camera, with its readings. */

import { button, h } from "../../elements/elements.js";
import { openSheet } from "../../elements/sheet.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../sheets/desk.js";
import { showFilm } from "../sheets/film.js";

export function showCamera(desk: Desk): void {
  const place = h("div", {}, "…");
  const look = async (): Promise<void> => {
    again.disabled = true;
    await showFilm(place, "camera_picture", {}, desk);
    again.disabled = false;
  };
  const again = button({ class: "main" }, () => void look(), t.past.picture);
  openSheet(t.past.camera, [place, again]);
  void look();
}
