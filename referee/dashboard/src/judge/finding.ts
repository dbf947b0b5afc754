/** A finding before the judge: the events, the evidence, the effect of each ruling, and the ruling itself. */

import { COMMANDS } from "../declared/commands.js";
import { button, h, labelled } from "../elements/elements.js";
import { handName, ruleWords, typedNumber } from "../table/format.js";
import type { Finding, Game } from "../table/protocol.js";
import { may } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { type Desk, showCommand } from "./actions.js";
import { gradeWords } from "./sheets/findings.js";
import { findingFacts, films } from "./sheets/told.js";
import { reasonInput } from "./sheets/confirm.js";
import { Draft } from "./sheets/draft.js";
import { FormFoot, REHEARSE_MS } from "./sheets/foot.js";
import type { Answer, Arguments } from "../broker/orders.js";
import { openSheet } from "../elements/sheet.js";
import { ConfirmButton } from "./sheets/hold.js";
import { isHeavy, wouldLines } from "./sheets/would.js";

const [LEAST_COST, MOST_COST] = COMMANDS.rule.fields.flatMap((field) =>
  field.name === "points" && field.kind === "whole" ? [field.least, field.most] : [],
) as [number, number];
const RULINGS = ["accepted", "dismissed", "none", "guidance", "warning", "continue", "dead_hand", "end", "void", "chombo", "disqualified"] as const;

/** What most findings end with: each has a button of its own. */
const AT_ONCE: ReadonlySet<string> = new Set(["accepted", "dismissed"]);

export function showFinding(number: number, desk: Desk): void {
  const game = desk.game();
  const finding = game?.findings[number];
  if (game === null || finding === undefined) {
    return;
  }
  const rulings = may(desk.login, "referee") ? new Rulings(number, finding, desk, () => show()) : null;
  const content = [
    ...findingFacts(finding, game, desk),
    rulings?.element ?? null,
    earlier(finding, number, game),
  ];
  const draft = new Draft(desk, ["finding", number]);
  const show = (): void => {
    openSheet(ruleWords(finding.rule), content, null, films(finding, desk));
    draft.begin();
    rulings?.begin();
  };
  show();
}

interface RulingOption {
  readonly ruling: string;
  readonly element: HTMLElement;
  /** The place for the effect of this ruling. */
  readonly lines: HTMLElement;
  /** Rules so at once, without choosing first. */
  readonly now: ConfirmButton | null;
}

/** A radio button for each ruling, with its effect; the foot confirms the chosen one. */
class Rulings {
  readonly element: HTMLElement;
  private readonly stopped: boolean;
  private readonly reason = reasonInput();
  private readonly resume = h("input", { type: "checkbox", checked: true });
  // For the grade "continue", some rules let the judge choose the cost in points of the overall score.
  private readonly cost = h("input", { id: "cost", type: "text", inputmode: "numeric", autocomplete: "off" });
  private readonly costs = labelled(t.fields.points ?? "", this.cost);
  private readonly foot: FormFoot;
  private readonly options: readonly RulingOption[];
  private readonly answers = new Map<string, Promise<Answer | null>>();
  private chosen: string | null = null;
  /** The state of the game for which all effects were asked. */
  private basis = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `reopen` shows the sheet again with this element in it. */
  constructor(
    private readonly number: number,
    private readonly finding: Finding,
    private readonly desk: Desk,
    reopen: () => void,
  ) {
    this.stopped = desk.game()?.stopped !== null;
    this.foot = new FormFoot("rule", desk, {
      read: () => (this.chosen === null || !this.isWhole(this.chosen) ? null : this.args(this.chosen)),
      ask: (_, anew) => this.ask(anew),
      reopen,
    });
    this.options = RULINGS.map((ruling) => this.option(ruling));
    this.resume.addEventListener("change", () => this.rehearseAll());
    this.cost.addEventListener("input", () => {
      this.answers.clear(); // they are for the points entered before
      this.foot.changed();
      this.cost.setAttribute("aria-invalid", String(this.points() === null));
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.rehearseAll(), REHEARSE_MS);
    });
    const more = (): void => showCommand("rule", desk, { finding: number }, () => showFinding(number, desk));
    this.costs.hidden = true;
    this.element = h(
      "section",
      { class: "rulings" },
      h("fieldset", {}, h("legend", {}, t.choose), ...this.options.map(({ element }) => element)),
      this.costs,
      this.stopped ? h("label", { class: "switch" }, this.resume, h("span", {}, t.playGoesOn)) : null,
      this.reason.element,
      button({ class: "quiet" }, more, `${t.more} …`),
      this.foot.element,
    );
  }

  /** Ask for all effects, and follow the table as long as the sheet is shown. */
  begin(): void {
    this.rehearseAll();
    this.foot.begin();
  }

  /** The points that were entered: undefined if none were, null if they are out of bounds. */
  private points(): number | null | undefined {
    const put = this.cost.value.trim();
    const value = typedNumber(put);
    return put === "" ? undefined : Number.isInteger(value) && LEAST_COST <= value && value <= MOST_COST ? value : null;
  }

  private isWhole(ruling: string): boolean {
    return ruling !== "continue" || this.points() !== null;
  }

  private args(ruling: string): Arguments {
    const points = this.points();
    return {
      ruling,
      finding: this.number,
      ...(ruling === "continue" && typeof points === "number" ? { points } : {}),
      ...(this.stopped && this.resume.checked ? { resume: true } : {}),
      ...this.reason.args(),
    };
  }

  private option(ruling: string): RulingOption {
    const { grade } = this.finding;
    const accepts = ruling === "accepted";
    const words = accepts ? `${t.accept}: ${gradeWords(grade)}` : (t.rulings[ruling] ?? ruling);
    const radio = h("input", { type: "radio", name: "ruling", value: ruling });
    const lines = h("div", {});
    const choose = (): void => {
      this.chosen = ruling;
      this.costs.hidden = ruling !== "continue" || !this.desk.rules.choosesPoints();
      this.foot.changed(0);
    };
    radio.addEventListener("change", choose);
    const rule = (): void => {
      radio.checked = true;
      choose();
      void this.foot.give();
    };
    const now = AT_ONCE.has(ruling) ? new ConfirmButton(rule, "quiet") : null;
    now?.ready(false);
    const name = h("b", { id: `ruling-${ruling}` }, words);
    now?.button.setAttribute("id", `now-${ruling}`);
    now?.button.setAttribute("aria-labelledby", `now-${ruling} ${name.id}`); // what it says, and of which ruling
    const label = h("label", { class: accepts ? "ruling proposed" : "ruling" }, radio, h("span", {}, name, lines));
    return { ruling, lines, now, element: h("div", { class: "ruling-row" }, label, now?.button ?? null) };
  }

  /** Return the effect of the chosen ruling; `anew` if the table has moved on since. */
  private ask(anew: boolean): Promise<Answer | null> {
    const ruling = this.chosen ?? "";
    if (anew && this.basis !== this.basisNow()) {
      this.askAll();
    } else if (anew || !this.answers.has(ruling)) {
      this.rehearse(this.options.find((option) => option.ruling === ruling) as RulingOption);
    }
    return this.answers.get(ruling) as Promise<Answer | null>;
  }

  private rehearse({ ruling, lines, now }: RulingOption): void {
    lines.replaceChildren("…");
    now?.ready(false);
    const asked = this.desk.orders.rehearse("rule", { ...this.args(ruling), ...this.foot.seen() });
    this.answers.set(ruling, asked);
    void asked.then((answer) => {
      if (this.answers.get(ruling) !== asked) {
        return; // the judge has changed the points, or whether play goes on
      }
      // A judge who only looks should see no error because nothing would change.
      const same = answer?.code === "refused.ruled_so_already";
      lines.replaceChildren(same ? h("p", { class: "would" }, t.ruledSo) : wouldLines(answer));
      now?.mustHold(isHeavy(answer));
      now?.ready(answer?.ok === true);
    });
  }

  private askAll(): void {
    this.basis = this.basisNow();
    this.answers.clear();
    for (const option of this.options) {
      if (this.isWhole(option.ruling)) {
        this.rehearse(option);
      } else {
        option.lines.replaceChildren(h("p", { class: "would refused" }, t.whole(LEAST_COST, MOST_COST)));
      }
    }
  }

  /** Return what the effects rest on: they need not be asked again after each discard. */
  private basisNow(): string {
    const game = this.desk.game();
    const seats = game?.seats.map(({ score, dead }) => [score, dead]);
    const findings = game?.findings.map(({ ruling }) => ruling);
    return JSON.stringify([this.foot.seen(), game?.phase, game?.hand, game?.honba, game?.stopped, seats, findings]);
  }

  private rehearseAll(): void {
    this.askAll();
    this.foot.changed(0);
  }
}

function earlier(finding: Finding, number: number, game: Game): HTMLElement {
  const others = game.findings
    .map((one, place) => ({ one, place }))
    .filter(({ one, place }) => place < number && one.seat === finding.seat && one.name === finding.name);
  const lines = others.map(({ one }) => {
    const ruled = one.ruling === null ? `${t.proposed}: ${gradeWords(one.grade)}` : (t.rulings[one.ruling] ?? one.ruling);
    return h("li", {}, [one.hand === null ? "" : handName(one.hand), ruleWords(one.rule), ruled].filter(Boolean).join(" · "));
  });
  const guided = others.filter(({ one }) => (one.ruling === "accepted" ? one.grade : one.ruling) === "guidance").length;
  return h(
    "section",
    { class: "earlier-findings" },
    h("h3", {}, t.earlier),
    lines.length === 0 ? h("p", {}, t.none) : h("ul", {}, ...lines),
    guided === 0 ? null : h("p", {}, `${t.guidances}: ${guided}`),
  );
}
