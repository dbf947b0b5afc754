/** The foot of a form, always in sight: what the order would do, what has changed since, and the button that gives it. */

import type { CommandName } from "../../declared/commands.js";
import type { Since } from "../../declared/declared.js";
import { button, h } from "../../elements/elements.js";
import { closeSheet, isShown } from "../../elements/sheet.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { clock, inWords } from "../../table/format.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import { ConfirmButton } from "./hold.js";
import { isHeavy, wouldLines } from "./would.js";

/** After this time without input, the table is asked for the command's effect. */
export const REHEARSE_MS = 250;
const MOST_CHANGES = 5;
/** Orders that stay valid whatever has happened since the judge last looked: play is stopped first and reviewed afterwards. */
const ALWAYS: ReadonlySet<CommandName> = new Set(["stop"]);

/** An order being entered. */
export interface Entered {
  /** The arguments, or null while they are incomplete. */
  read(): Arguments | null;
  /** Whether these arguments must be confirmed by holding, whatever they would do. */
  holds?(): boolean;
  /** Called with the effect of the arguments, or with the reason for a refusal. */
  answered?(answer: Answer | null): void;
  /** Return the effect of the arguments; `anew` if the table has moved on since it was last asked. */
  ask(args: Arguments, anew: boolean): Promise<Answer | null>;
  /** Show the form again, with all that was entered. */
  reopen(): void;
}

export class FormFoot {
  readonly element: HTMLElement;
  private readonly preview = h("div", { class: "preview", role: "status", "aria-label": t.would });
  private readonly notice = h("div", { class: "notice", role: "alert" });
  private readonly confirm = new ConfirmButton(() => void this.confirmed(), "main", () => this.heard());
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** The newest entry that the preview takes into account. */
  private upTo = 0;
  private sending = false;
  /** The newest entry that the judge knows of. */
  private at: number;

  constructor(
    private readonly name: CommandName,
    private readonly desk: Desk,
    private readonly entered: Entered,
  ) {
    this.at = desk.number();
    this.element = h("div", { class: "confirm" }, this.notice, this.preview, this.confirm.button);
  }

  /** Follow the table as long as the form is shown, and ask for the effect. */
  begin(): void {
    this.desk.follow(this.element, () => this.heard());
    void this.ask(true);
  }

  /** The input has changed: what is shown does not hold any more. */
  changed(wait = REHEARSE_MS): void {
    this.outdated();
    this.notice.replaceChildren();
    this.timer = setTimeout(() => void this.ask(false), wait);
  }

  private heard(): void {
    if (this.sending || !isShown(this.element)) {
      return; // what comes now may be the order itself
    }
    if (this.desk.deaf()) {
      this.outdated();
      this.preview.replaceChildren(h("p", { class: "would refused" }, t.keptWhileAway));
      this.upTo = -1; // asked again as soon as the table can be heard
    } else if (this.desk.decided() > this.upTo && !this.confirm.isUnderWay) {
      void this.ask(true);
    }
  }

  private outdated(): void {
    clearTimeout(this.timer);
    this.asked += 1;
    this.confirm.ready(false);
  }

  /** Show the effect. Return the table's answer; undefined if the form or the line has changed in the meantime. */
  private async ask(anew: boolean): Promise<Answer | null | undefined> {
    this.outdated();
    if (this.desk.deaf()) {
      this.heard();
      return undefined;
    }
    this.upTo = this.desk.decided();
    const args = this.entered.read();
    if (args === null) {
      this.preview.replaceChildren();
      return undefined;
    }
    const mine = this.asked;
    const answer = await this.entered.ask({ ...args, ...this.seen() }, anew);
    if (mine !== this.asked) {
      return undefined; // the input or the table has changed in the meantime
    }
    this.entered.answered?.(answer);
    const late = isLate(answer);
    this.preview.replaceChildren(...(late ? [] : [wouldLines(answer)]));
    if (late) {
      this.refuse(answer);
    }
    this.upTo = Math.max(this.upTo, answer?.at ?? 0);
    this.confirm.mustHold((this.entered.holds?.() ?? false) || isHeavy(answer));
    this.confirm.ready(!this.sending && answer?.ok !== false);
    return answer;
  }

  /** The argument that has the order refused if something that matters has come since the judge last looked; none if it always holds. */
  seen(): Arguments {
    return this.at > 0 && !ALWAYS.has(this.name) ? { at: this.at } : {};
  }

  /** Give the order; if the table has moved on during the hold, only if it would still do what the judge has seen. */
  private async confirmed(): Promise<void> {
    if (this.sending || this.desk.decided() <= this.upTo || (await this.isAsSeen())) {
      await this.give();
    }
  }

  /** Ask for the effect at the newest entry. If it is another than the one shown, show it and say what has happened. */
  private async isAsSeen(): Promise<boolean> {
    const { upTo } = this;
    const seen = this.preview.innerHTML;
    this.sending = true; // what comes while the table answers need not be asked about: the order names the entry
    this.notice.replaceChildren(h("p", { class: "would" }, `${t.pending} …`));
    const answer = await this.ask(true);
    this.sending = false;
    if (answer !== undefined && this.preview.innerHTML === seen && isShown(this.element)) {
      this.at = answer?.at ?? this.at;
      return true;
    }
    if (answer === undefined) {
      this.changed(0);
      return false;
    }
    if (!isLate(answer)) {
      this.notice.replaceChildren(h("p", { class: "would refused" }, t.notAsSeen), ...sinceLines(t.happenedSince, this.since(upTo)));
    }
    this.confirm.ready(answer?.ok !== false);
    this.heard();
    return false;
  }

  /** Give the order as it is entered. */
  async give(): Promise<void> {
    const args = this.entered.read();
    if (args === null || this.sending) {
      return;
    }
    this.sending = true;
    this.outdated();
    this.notice.replaceChildren(h("p", { class: "would" }, `${t.pending} …`));
    const answer = await this.desk.orders.give(this.name, { ...args, ...this.seen() }, () => this.entered.reopen());
    this.sending = false;
    if (answer?.ok) {
      if (isShown(this.element)) {
        closeSheet();
      }
      return;
    }
    this.refuse(answer);
    void this.ask(true);
  }

  /** Say why the order was refused, and what has changed since the judge last looked. */
  private refuse(answer: Answer | null): void {
    const why = answer === null ? t.silent : `${t.refused}: ${answer.error ?? ""}`;
    const late = isLate(answer);
    const since = late ? [] : this.since(this.at); // the reason already says it
    const goOn = (): void => {
      this.at = Math.max(this.desk.number(), ...((answer?.since ?? []) as Since[]).map(({ number }) => number));
      this.notice.replaceChildren();
      void this.ask(true);
    };
    this.notice.replaceChildren(
      h("p", { class: "would refused" }, why),
      ...sinceLines(t.changedSince, since),
      ...(late ? [button({ class: "quiet" }, goOn, t.goOnWithForm)] : []),
    );
  }

  /** List what the page has heard since an entry. */
  private since(entry: number): HTMLElement[] {
    return this.desk
      .entries()
      .filter(({ number, text }) => number > entry && text !== "")
      .slice(-MOST_CHANGES)
      .map(({ number, wall, text }) => h("li", {}, `${number} · ${clock(wall)} · ${inWords(text)}`));
  }
}

function sinceLines(title: string, lines: HTMLElement[]): HTMLElement[] {
  return lines.length === 0 ? [] : [h("p", {}, h("b", {}, title)), h("ul", {}, ...lines)];
}

/** Return whether an order was refused because of something that came after the judge last looked. */
function isLate(answer: Answer | null): boolean {
  return answer?.since !== undefined || String(answer?.code).endsWith(".decided_long_ago");
}
