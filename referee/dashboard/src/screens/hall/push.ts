/** The button by which a judge is told on this telephone while the page is closed, and why that may not be possible. */

import { button, h, put } from "../../elements/elements.js";
import { openSheet } from "../../elements/sheet.js";
import { OBSTACLES, type Obstacle, type Standing, Telephone } from "../../push/telephone.js";
import { t } from "../../texts/texts.js";

const isObstacle = (standing: Standing): standing is Obstacle => (OBSTACLES as readonly string[]).includes(standing);

export class PushButton {
  readonly element = button({ id: "hall-push", hidden: true }, () => void this.pressed());
  private readonly telephone = new Telephone(() => this.draw());

  /** `atHall`: this is a hall's page, which alone can tell telephones. */
  async begin(atHall: boolean): Promise<void> {
    await this.telephone.begin(atHall);
  }

  private async pressed(): Promise<void> {
    await this.telephone.turn();
    const { standing } = this.telephone;
    if (isObstacle(standing) || standing === "refused") {
      openSheet(t.screens.push.title, [h("p", { id: "push-why" }, t.screens.push.why[standing])]);
    }
  }

  private draw(): void {
    const { standing } = this.telephone;
    const { push } = t.screens;
    this.element.hidden = standing === "waiting";
    this.element.disabled = standing === "asked";
    this.element.dataset.push = standing;
    this.element.setAttribute("aria-pressed", String(standing === "on"));
    put(this.element, { off: push.off, on: push.on, asked: push.asked, refused: push.refused }[standing as string] ?? push.impossible);
  }
}
