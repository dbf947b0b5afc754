/** A table for the sheets of a judge, which stay with it as long as they are open. */

import type { Link } from "../table/connection.js";
import type { Game, JournalEntry } from "../table/protocol.js";
import type { TableView } from "../table/model.js";
import { newestSpoken } from "../table/journal.js";
import type { Desk } from "../judge/actions.js";
import { Past } from "../judge/sheets/past.js";
import { RulesInForce } from "../judge/sheets/rules.js";
import type { TableOrders } from "../broker/orders.js";
import { may, type Settings } from "../table/settings.js";

export class TableDesk implements Desk {
  readonly past: Past;
  readonly rules: RulesInForce;
  private readonly followers = new Map<Element, () => void>();

  constructor(
    readonly orders: TableOrders,
    readonly login: Settings["login"],
    readonly isOwn: boolean,
    private readonly view: () => TableView,
    private readonly link: () => Link,
    changed: () => void,
  ) {
    this.past = new Past(orders, changed);
    this.rules = new RulesInForce(orders, () => this.heard());
  }

  game(): Game | null {
    return this.view().state?.game ?? null;
  }

  phase(): string {
    return this.view().state?.phase ?? "";
  }

  number(): number {
    return this.view().state?.number ?? 0;
  }

  decided(): number {
    return newestSpoken(this.view().journal);
  }

  deaf(): boolean {
    return this.link().kind !== "connected" || this.view().state === null;
  }

  entries(): readonly JournalEntry[] {
    return this.view().journal.entries;
  }

  follow(element: Element, call: () => void): void {
    this.followers.set(element, call);
  }

  /** Call all followers: the table has sent something, or the broker has come or gone. */
  heard(): void {
    if (may(this.login, "referee") && !this.deaf()) {
      this.rules.learn(this.game());
    }
    for (const [element, call] of this.followers) {
      if (element.isConnected) {
        call();
      } else {
        this.followers.delete(element);
      }
    }
  }
}
