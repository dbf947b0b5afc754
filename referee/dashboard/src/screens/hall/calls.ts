/** Finds the new calls for a judge, which ring. Pure. */

/** The known calls of a hall. They stay known while a reconnected broker repeats its retained messages. */
export class Calls {
  private known = new Set<string>();
  /** Whether all calls from before the page was opened have arrived. */
  private opened = false;

  /** Return the tables that call now and did not before. `settled`: all retained messages have arrived. `live`: tables
   * that have sent more than retained messages. `unheard`: tables without a message since the line was last made, whose
   * old call may still stand.
   */
  news(calling: ReadonlySet<string>, { settled, live, unheard }: Reception): string[] {
    const news = [...calling].filter((key) => !this.known.has(key) && (this.opened || live(key)));
    const kept = [...this.known].filter((key) => !settled || unheard(key));
    this.known = new Set([...calling, ...kept]);
    this.opened ||= settled;
    return news;
  }
}

/** How much of the hall has been heard. */
export interface Reception {
  readonly settled: boolean;
  live(key: string): boolean;
  unheard(key: string): boolean;
}
