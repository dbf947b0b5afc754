/** The machine, for technicians: the cycle, both sets of tiles, faults, the link, the camera, and the controls. */

import type { Telemetry, UpdateReport } from "../../declared/declared.js";
import type { CommandName } from "../../declared/commands.js";
import { h } from "../../elements/elements.js";
import { change } from "../../table/format.js";
import type { Arguments } from "../../broker/orders.js";
import type { Technical, TableView } from "../../table/model.js";
import { alerts } from "../../judge/panels.js";
import { type Login, may } from "../../table/settings.js";
import { lossWords } from "../../texts/render.js";
import { t, vocabulary } from "../../texts/texts.js";
import { subjectOf } from "../hall/tables.js";
import { growth, sparkline } from "./sparkline.js";

/** The commands of the screen's buttons. All but the stop may move the machine, so they are rehearsed first. */
export const STOP = "stopMachine";
export const MACHINE_ACTS: Readonly<Record<string, readonly [CommandName, Arguments]>> = {
  stopMachine: ["machine", { do: "stop" }],
  openLid: ["machine", { do: "open_lid" }],
  retry: ["machine", { do: "retry" }],
  reset: ["reset_faults", {}],
  pause: ["pause", {}],
  release: ["pause", { on: false }],
  update: ["update", {}],
};

/** Return the parts of the screen by the ids of their places. */
export function machineParts(reports: Technical, view: TableView, login: Login | null, deaf: boolean): Record<string, HTMLElement[]> {
  return {
    "machine-acts": acts(login, reports, deaf),
    "machine-cycle": [h("h2", {}, t.screens.cycle), ...cycle(reports)],
    "machine-faults": faults(view, login),
    "machine-link": [h("h2", {}, t.screens.link), ...link(reports.link)],
    "machine-camera": [h("h2", {}, t.screens.camera), ...camera(reports)],
  };
}

function acts(login: Login | null, { machine }: Technical, deaf: boolean): HTMLElement[] {
  if (login === null || !may(login, "technician")) {
    return [];
  }
  const newer = machine?.update && machine.update.newest !== machine.update.installed;
  const offered = ["stopMachine", "openLid", "retry", "reset", machine?.paused ? "release" : "pause"] as const;
  const buttons = offered.map((name) =>
    name === STOP
      ? h("button", { type: "button", "data-machine": name, class: "stop" }, t.screens[name])
      : h("button", { type: "button", "data-machine": name, class: name === "openLid" ? "stop" : "quiet", "aria-haspopup": "dialog", disabled: deaf }, t.screens[name]),
  );
  if (newer) {
    buttons.push(h("button", { type: "button", "data-machine": "update", class: "quiet", "aria-haspopup": "dialog", disabled: deaf }, t.screens.update));
  }
  return buttons;
}

function cycle({ machine }: Technical): HTMLElement[] {
  if (machine === null) {
    return [h("p", {}, t.screens.noReport)];
  }
  const steps = Object.entries(vocabulary.cycle).map(([phase, words]) =>
    h(
      "li",
      { class: phase === machine.phase ? "phase here" : "phase", "aria-current": phase === machine.phase ? "step" : null },
      words,
      phase === machine.phase ? h("span", { class: "here-word" }, t.screens.now) : null,
    ),
  );
  const holds = machine.paused !== "" ? t.screens.heldBy(machine.paused) : machine.held !== "" ? t.screens.heldFor : t.screens.moves;
  const sets = machine.sets.map((place, index) =>
    h("li", {}, h("b", {}, t.screens.set(index + 1)), ` ${t.screens.places[place] ?? place}`),
  );
  return [
    h("ol", { class: "cycle" }, ...steps),
    h("p", { class: machine.paused + machine.held === "" ? "moves" : "moves held" }, holds),
    h("h3", {}, t.screens.sets),
    h("ul", { class: "tile-sets" }, ...sets),
    ...version(machine.update ?? null),
  ];
}

/** Return what is installed, what is newer, and how the last update went; nothing where there are no updates. */
function version(update: UpdateReport | null): HTMLElement[] {
  if (update === null) {
    return [];
  }
  const { installed, newest, state, version: to } = update;
  const parts = [t.screens.installed(installed), newest === installed ? "" : t.screens.newer(newest), t.screens.updates[state]?.(to) ?? ""];
  return [h("h3", {}, t.screens.program), h("p", { id: "version" }, parts.filter(Boolean).join(" · "))];
}

function faults(view: TableView, login: Login | null): HTMLElement[] {
  const list = alerts({ ...view, alerts: view.alerts.filter((one) => subjectOf(one) !== "people") }, may(login, "referee"));
  return [h("h2", {}, t.screens.faults), ...(list.length === 0 ? [h("p", {}, t.screens.noFaults)] : list)];
}

function link(samples: readonly Telemetry[]): HTMLElement[] {
  const newest = samples.at(-1);
  if (newest === undefined) {
    return [h("p", {}, t.screens.noLink)];
  }
  const of = (value: (one: Telemetry) => number): number[] => samples.map(value);
  const plain = String;
  return [
    h("p", {}, `${t.screens.linkState}: ${newest.state} · ${t.screens.firmware}: ${newest.firmware || "–"}`),
    sparkline(t.screens.roundTrip, of((one) => one.round_trip_ms), (value) => `${value.toFixed(1)} ms`),
    sparkline(t.screens.retries, growth(of((one) => one.retries)), plain),
    sparkline(t.screens.damaged, growth(of((one) => one.bad_crc + one.bad_frames)), plain),
    sparkline(t.screens.lost, of((one) => one.signals_lost), plain),
    sparkline(t.screens.drift, of((one) => one.drift_ppm), (value) => `${change(value)} ppm`),
  ];
}

function camera({ machine }: Technical): HTMLElement[] {
  if (machine === null) {
    return [h("p", {}, t.screens.noReport)];
  }
  const { hidden, calibrated_px, residual_px, moved_mm } = machine.camera;
  const zones = Object.entries(hidden).map(([zone, why]) => h("li", { class: "hidden-zone" }, h("b", {}, zoneWords(zone)), ` ${lossWords(why)}`));
  const px = (value: number | null): string => (value === null ? "–" : `${value.toFixed(2)} px`);
  return [
    zones.length === 0 ? h("p", {}, t.screens.zonesSeen) : h("ul", {}, ...zones),
    h(
      "dl",
      {},
      ...[
        [t.screens.residual, px(calibrated_px)],
        [t.screens.residualNow, residual_px === null ? t.screens.fine : px(residual_px)],
        [t.screens.moved, moved_mm === null ? t.screens.fine : `${moved_mm.toFixed(1)} mm`],
      ].flatMap(([name = "", value = ""]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
  ];
}

/** Format `pond/2` as `pond, chair 2`. */
function zoneWords(zone: string): string {
  const [kind = "", chair] = zone.split("/");
  const words = t.screens.zones[kind] ?? kind;
  return chair === undefined ? words : `${words}, ${t.screens.chair(Number(chair))}`;
}
