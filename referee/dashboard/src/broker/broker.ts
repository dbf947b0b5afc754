/** The page's side of the line to the broker, which a worker holds. */

import type { Link } from "../table/connection.js";
import type { CommandName } from "../declared/commands.js";
import type { Answer, Arguments } from "./orders.js";
import type { Settings, TableAddress } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { decodeAnswer } from "./answer.js";
import { PORTION, type FromWorker, type LineState, type News, type ToWorker } from "./post.js";

const SCRIPT = "broker.js";
/** How long the page works through news within one frame; the rest follows in the next. */
const PORTION_MS = 3;
const RETRY_MS = 1000;
/** How often the worker is asked whether it is alive. */
const ALIVE_MS = 5000;
/** A worker that has left this many of them unanswered is dead: one may be of a computer that has just slept. */
const UNANSWERED = 2;

interface Listener {
  link(link: Link): void;
  /** The broker is connected (again): all retained messages follow. */
  fresh(): void;
  /** `kept`: the broker retained it, and sends it since the page began to listen. */
  message(topic: string, payload: string, kept: boolean): void;
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A connection that reconnects by itself, listens to all of the watched table, and in brief to those that are asked for. */
export class Broker {
  private readonly client = `page-${random()}`;
  private worker: Worker;
  /** How often it was asked whether it is alive since it last said something; null before it first did. */
  private unanswered: number | null = null;
  /** Whether it is dead and another is about to be started. */
  private replacing = false;
  private settings: Settings | null = null;
  private listener: Listener | null = null;
  private watched: TableAddress | null = null;
  private besides: readonly string[] = [];
  private readonly asked = new Map<string, (payload: string | null) => void>();
  /** What the worker has posted and the page has not worked through. */
  private news: News[] = [];
  /** Whether it goes on with that, or asks for more, after the next frame. */
  private planned = false;
  /** What it has worked through since the last frame, and how long that took. */
  private spent: { count: number; ms: number } = { count: 0, ms: 0 };
  private readonly after = new MessageChannel();
  private before = false;
  /** Since when a worker is missing, and how many were started in vain since; null while the line is up to one. */
  private missing: { since: Date; attempts: number } | null = null;

  /** Loads the worker's script, so that it is there by the time the line is opened. */
  constructor() {
    this.worker = this.started();
    this.after.port1.onmessage = () => this.goOn();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        this.goOn();
      }
    });
    setInterval(() => this.look(), ALIVE_MS);
  }

  /** Connects, and stays connected. */
  open(settings: Settings, listener: Listener): void {
    this.settings = settings;
    this.listener = listener;
    this.begin();
  }

  /** Ask a table for something; null if no answer came. A request is never delivered after its time for an answer is
   * over. */
  ask(table: TableAddress, name: CommandName, args: Arguments): Promise<Answer | null> {
    if (this.missing !== null) {
      return Promise.resolve(null);
    }
    const id = random();
    return new Promise((resolve) => {
      this.asked.set(id, (payload) => resolve(payload === null ? null : decodeAnswer(payload)));
      this.post({ kind: "ask", question: { id, table, name, args } });
    });
  }

  /** Listen to all of this table, and of no other; the broker sends anew what it retains. */
  watch(table: TableAddress | null): void {
    this.watched = table;
    this.post({ kind: "watch", table });
  }

  /** Listen to these topics too, and to none that was named so before. */
  hear(topics: readonly string[]): void {
    this.besides = topics;
    this.post({ kind: "hear", topics });
  }

  private post(said: ToWorker): void {
    this.worker.postMessage(said);
  }

  private started(): Worker {
    const worker = new Worker(SCRIPT);
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== this.worker) {
        return;
      }
      this.unanswered = 0;
      if (data.kind === "news") {
        this.news.push(...data.news);
        this.workOn();
      }
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.worker) {
        this.died(event.message ?? "");
      }
    });
    return worker;
  }

  /** Tells a new worker all that the page wants of it. */
  private begin(): void {
    if (this.settings !== null) {
      const { mqtt: url, login, halls, tables } = this.settings;
      this.post({ kind: "open", opening: { url, client: this.client, login: login?.name ?? "", halls, tables } });
      this.post({ kind: "hear", topics: this.besides });
      this.post({ kind: "watch", table: this.watched });
    }
  }

  private look(): void {
    if (this.unanswered === null) {
      return; // its script may still be on the way
    }
    if (this.unanswered >= UNANSWERED) {
      this.died("");
      return;
    }
    this.unanswered += 1;
    this.post({ kind: "alive" });
  }

  /** Starts another worker under the same name, for which the broker has kept what came meanwhile. */
  private died(why: string): void {
    if (this.replacing) {
      return; // a second error of the one that is dead: two workers under one name would throw each other off
    }
    this.replacing = true;
    this.worker.terminate();
    this.unanswered = null;
    this.missing = { since: this.missing?.since ?? new Date(), attempts: (this.missing?.attempts ?? -1) + 1 };
    const { since, attempts } = this.missing;
    const reason = t.workerDied(why);
    this.listener?.link({ kind: "lost", before: this.before, since, attempts, reason });
    // Whether these were carried out, nobody can say any more.
    const asked = [...this.asked.values()];
    this.asked.clear();
    asked.forEach((answered) => answered(null));
    setTimeout(() => {
      this.replacing = false;
      this.worker = this.started();
      this.begin();
    }, RETRY_MS);
  }

  /**
   * Works through what was posted, for the part of a frame, and goes on or asks for more after the next. A page in the background is
   * given no frames, but must ring all the same: it works through all at once, since nobody waits for it.
   */
  private workOn(): void {
    this.planned = false;
    const { spent } = this;
    if (spent.count === 0) {
      requestAnimationFrame(() => this.begun());
    }
    const began = performance.now();
    const end = document.hidden ? Infinity : began + PORTION_MS - spent.ms;
    let done = 0;
    for (const news of this.news) {
      try {
        this.heard(news);
      } catch (fault) {
        reportError(fault); // one that the page cannot take in must not hold up what comes after it
      }
      done += 1;
      if (performance.now() > end) {
        break;
      }
    }
    this.news = this.news.slice(done);
    spent.count += done;
    spent.ms += performance.now() - began;
    if (this.news.length === 0 && spent.count < PORTION && spent.ms < PORTION_MS) {
      // There is room in this frame: what comes now is painted with the rest.
      this.post({ kind: "more", most: PORTION - spent.count });
    } else {
      this.plan();
    }
  }

  /** A new frame has begun. */
  private begun(): void {
    this.spent = { count: 0, ms: 0 };
  }

  private plan(): void {
    this.planned = true;
    if (document.hidden) {
      this.goOn();
    } else {
      // A message that is posted within a frame comes after its painting, and makes it no longer.
      requestAnimationFrame(() => this.after.port2.postMessage(null));
    }
  }

  private goOn(): void {
    if (!this.planned) {
      return; // the page has gone into the background meanwhile
    }
    if (this.news.length > 0) {
      this.workOn();
    } else {
      this.planned = false;
      this.post({ kind: "more", most: PORTION });
    }
  }

  private heard(news: News): void {
    switch (news.kind) {
      case "message":
        this.listener?.message(news.topic, news.payload, news.kept);
        break;
      case "answer":
        this.asked.get(news.id)?.(news.payload);
        this.asked.delete(news.id);
        break;
      case "fresh":
        this.listener?.fresh();
        break;
      case "line":
        this.listener?.link(this.link(news.state));
        break;
    }
  }

  private link(state: LineState): Link {
    switch (state.kind) {
      case "connected":
        this.before = true;
        this.missing = null;
        return state;
      case "refused":
        return { kind: "refused", reason: t.mayNotRead(state.topics.join(", ") || t.felt.table) };
      case "lost":
        return { ...state, before: this.before, since: this.missing?.since ?? state.since };
    }
  }
}
