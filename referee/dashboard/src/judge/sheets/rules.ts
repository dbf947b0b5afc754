/** The rules in force at a table, by which forms leave out what the rules do not know. */

import type { TableOrders } from "../../broker/orders.js";
import { FOUL_BOOKS, RESULT_SETTINGS } from "../../declared/commands.js";
import type { Game } from "../../table/protocol.js";

type Mapping = Readonly<Record<string, unknown>>;

/** The rules of the hanchan that is played. While they are not known, everything is offered. */
export class RulesInForce {
  private rules: Mapping | null = null;
  /** The hanchan whose rules these are. */
  private hanchan = "";
  private waits = false;

  /** `learned` is called when the rules have come. */
  constructor(
    private readonly orders: TableOrders,
    private readonly learned: () => void,
  ) {}

  /** Ask for the rules, unless they are those of this game. */
  learn(game: Game | null): void {
    const hanchan = game === null ? "" : `${game.ruleset} ${game.time.started_at_ms}`;
    if (hanchan === this.hanchan || this.waits) {
      return;
    }
    this.waits = true;
    void this.orders.look("house_rules", { running: true }).then((answer) => {
      this.waits = false;
      if (answer !== null) {
        this.hanchan = hanchan;
        this.rules = answer.ok ? (answer.rules as Mapping) : null;
        this.learned();
      }
    });
  }

  /** Return a setting, such as `flow.winners`; undefined while the rules are not known. */
  value(key: string): unknown {
    const [group = "", name = ""] = key.split(".");
    return (this.rules?.[group] as Mapping | undefined)?.[name];
  }

  /** Return whether a hand can end like this. */
  knowsResult(result: string): boolean {
    const setting = RESULT_SETTINGS[result];
    return setting === undefined || this.value(setting) !== false;
  }

  /** Return how many players may win on one tile. */
  mostWinners(): number {
    return this.value("flow.winners") === "nearest" ? 1 : this.value("flow.abort_triple_ron") === true ? 2 : 3;
  }

  /** Return whether these rules call something a foul: they give it a grade, or their rulebook names it. */
  knowsFoul(rule: string): boolean {
    const grade = this.value(`fouls.${rule}`);
    const books = (this.rules?.sources ?? []) as readonly string[];
    return grade === undefined || grade !== "none" || (FOUL_BOOKS[rule] ?? []).some((book) => books.includes(book));
  }

  /** Return whether the judge may choose the points that a ruling costs. */
  choosesPoints(): boolean {
    return this.value("fouls.points_chosen_most") !== 0;
  }
}
