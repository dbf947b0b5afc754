/** The tables that a judge looks after, kept in this browser. */

const KEPT = "jantaku-my-tables";

export class MyTables {
  private readonly keys: Set<string>;

  constructor() {
    this.keys = new Set(read());
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** Add the table, or take it out. */
  turn(key: string): void {
    if (!this.keys.delete(key)) {
      this.keys.add(key);
    }
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.keys]));
    } catch {
      // The browser has no storage: the choice holds until the page is closed.
    }
  }
}

function read(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}
