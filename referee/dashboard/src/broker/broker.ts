/** The page's end of the line to the broker, which a worker holds. */

import type { Link } from "../table/connection.js";
import type { CommandName } from "../declared/commands.js";
import type { Answer, Arguments } from "./orders.js";
import type { Settings, TableAddress } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { decodeAnswer } from "./answer.js";
import { PORTION, type FromWorker, type LineState, type News, type ToWorker } from "./post.js";

const SCRIPT = "broker.js";
/** How long the page may work on news within a frame; the rest waits for the next frame. */
const PORTION_MS = 3;
const RETRY_MS = 1000;
/** How often the page checks that the worker is alive. */
const ALIVE_MS = 5000;
/** How many checks in a row may go unanswered before the worker counts as dead; one may: the computer has slept. */
const UNANSWERED = 2;

interface Listener {
  link(link: Link): void;
  /** The broker is connected (again): all retained messages follow. */
  fresh(): void;
  /** `kept`: a retained message that the broker sends because the page has just subscribed. */
  message(topic: string, payload: string, kept: boolean): void;
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A connection that reconnects by itself. It hears everything from the watched table, and a little from all others. */
export class Broker {
  private readonly client = `page-${random()}`;
  private worker: Worker;
  /** How many checks the worker has left unanswered; null until it has first answered. */
  private unanswered: number | null = null;
  /** Whether the worker is dead and another is about to start. */
  private replacing = false;
  private settings: Settings | null = null;
  private listener: Listener | null = null;
  private watched: TableAddress | null = null;
  private besides: readonly string[] = [];
  private readonly asked = new Map<string, (payload: string | null) => void>();
  /** News that the worker has posted and the page has not handled yet. */
  private news: News[] = [];
  /** Whether the page will go on, or ask for more, after the next frame. */
  private planned = false;
  /** The work done since the last frame: how many items, and how long they took. */
  private spent: { count: number; ms: number } = { count: 0, ms: 0 };
  private readonly after = new MessageChannel();
  private before = false;
  /** When the worker was lost, and how many new ones have failed since; null while the line to one is up. */
  private missing: { since: Date; attempts: number } | null = null;

  /** Load the worker's script early, so that it is there when the line is opened. */
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

  /** Connect, and reconnect whenever the line is lost. */
  open(settings: Settings, listener: Listener): void {
    this.settings = settings;
    this.listener = listener;
    this.begin();
  }

  /** Ask a table for something; null if no answer came. The broker drops a request once its time is over. */
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

  /** Listen to this table alone; the broker sends its retained messages again. */
  watch(table: TableAddress | null): void {
    this.watched = table;
    this.post({ kind: "watch", table });
  }

  /** Listen to these topics besides, instead of those named before. */
  hear(topics: readonly string[]): void {
    this.besides = topics;
    this.post({ kind: "hear", topics });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
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

  /** Send a new worker everything that the page wants from it. */
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
      return; // its script may still be loading
    }
    if (this.unanswered >= UNANSWERED) {
      this.died("");
      return;
    }
    this.unanswered += 1;
    this.post({ kind: "alive" });
  }

  /** Start another worker under the same client name; the broker has kept the messages in between. */
  private died(why: string): void {
    if (this.replacing) {
      return; // a second error from the dead worker: two workers under one name would keep disconnecting each other
    }
    this.replacing = true;
    this.worker.terminate();
    this.unanswered = null;
    this.missing = { since: this.missing?.since ?? new Date(), attempts: (this.missing?.attempts ?? -1) + 1 };
    const { since, attempts } = this.missing;
    const reason = t.workerDied(why);
    this.listener?.link({ kind: "lost", before: this.before, since, attempts, reason });
    // Nobody can tell any more whether these were carried out.
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
   * Handle posted news for part of a frame, then wait for the next frame or ask for more. A page in the background gets
   * no frames but must still ring, so it handles everything at once: nobody is waiting for it to paint.
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
        reportError(fault); // a message that the page cannot handle must not hold up those after it
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
      // There is time left in this frame: news that arrives now is painted with the rest.
      this.post({ kind: "more", most: PORTION - spent.count });
    } else {
      this.plan();
    }
  }

  /** Start the count for a new frame. */
  private begun(): void {
    this.spent = { count: 0, ms: 0 };
  }

  private plan(): void {
    this.planned = true;
    if (document.hidden) {
      this.goOn();
    } else {
      // A message posted within a frame arrives after painting, so it does not make the frame longer.
      requestAnimationFrame(() => this.after.port2.postMessage(null));
    }
  }

  private goOn(): void {
    if (!this.planned) {
      return; // the page has gone into the background in the meantime
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
