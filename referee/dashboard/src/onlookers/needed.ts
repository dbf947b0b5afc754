/** The worth that a win must have, in words. */

import type { NeededShown, StandingShown } from "../declared/declared.js";
import { points } from "../table/format.js";
import { t } from "../texts/texts.js";
import { o } from "../texts/onlookers.js";

/** Describe the worth: `3 han 40 fu or 4 han 25 fu`, or the limit. */
export function worthWords({ limit, yakuman, worth }: NeededShown): string {
  if (yakuman > 1) {
    return t.yakuman(yakuman);
  }
  return limit === "" ? worth.map(({ han, fu }) => t.worth(han, fu)).join(o.or) : o.limits[limit];
}

/** Describe the kind of win: by tsumo, or from whom. */
export function wayWords(way: NeededShown, seats: readonly StandingShown[]): string {
  return way.seat === way.from ? o.tsumo : o.ronFrom(nameOf(seats[way.from]));
}

export function nameOf(seat: StandingShown | undefined): string {
  return seat === undefined ? "" : seat.name || t.winds[seat.wind];
}

/** Group a player's wins by the place that they bring, the best place first. */
export function byPlace(needed: readonly NeededShown[], seat: number): [number, NeededShown[]][] {
  const own = needed.filter((way) => way.seat === seat);
  const places = [...new Set(own.map((way) => way.place))].sort();
  return places.map((place) => [place, own.filter((way) => way.place === place)]);
}

/** Describe the cheapest ron and the cheapest tsumo that bring the best place. */
export function shortly(needed: readonly NeededShown[], seat: number): string {
  const [best] = byPlace(needed, seat);
  if (best === undefined) {
    return "";
  }
  const least = (ways: NeededShown[]): NeededShown | undefined => [...ways].sort((a, b) => a.points - b.points)[0];
  const ron = least(best[1].filter((way) => way.from !== way.seat));
  const tsumo = best[1].find((way) => way.from === way.seat);
  const parts = [
    ron === undefined ? "" : `${o.ron} ${points(ron.points)}`,
    tsumo === undefined ? "" : `${o.tsumo} ${points(tsumo.points)}`,
  ].filter(Boolean);
  return `${o.place(best[0])}: ${parts.join(" · ")}`;
}
