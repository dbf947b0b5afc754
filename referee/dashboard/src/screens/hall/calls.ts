/** Which calls of a judge are news, and ring. Pure. */

/** What is known of the calls of a hall, kept while a broker says anew what it knew before. */
export class Calls {
  private known = new Set<string>();
  /** Whether all that was there when the page was opened has come. */
  private opened = false;

  /**
   * Of the tables that call now, those that did not call before. `settled`: all that the broker retained has come.
   * `live`: tables of which more was heard than what was retained. `unheard`: tables of which nothing has come since the
   * line was last made, so that an old call may still stand.
   */
  news(calling: ReadonlySet<string>, { settled, live, unheard }: Heard): string[] {
    const news = [...calling].filter((key) => !this.known.has(key) && (this.opened || live(key)));
    const kept = [...this.known].filter((key) => !settled || unheard(key));
    this.known = new Set([...calling, ...kept]);
    this.opened ||= settled;
    return news;
  }
}

/** How far the hall has been heard. */
export interface Heard {
  readonly settled: boolean;
  live(key: string): boolean;
  unheard(key: string): boolean;
}
