/** The line to the broker: MQTT 5 over WebSocket. It runs in a worker, and has no texts for people. */

import mqtt, { type MqttClient } from "mqtt";
import { END, PREFIX } from "../declared/topics.js";
import type { TableAddress } from "../table/settings.js";
import { topicOf, watchedTopics } from "./topics.js";
import type { News, Opening, Question } from "./post.js";

/** How long the broker keeps entries for a page that is away, in seconds. */
const SESSION_S = 600;
/** Seconds; a side that stays silent for one and a half times this counts as lost. This is shorter than the time for an
 * answer, so nothing left in a dead line can arrive after we have given up on it.
 */
const KEEPALIVE_S = 5;
const RETRY_MS = 1000;
/** After this time we stop waiting for the answer to a command, and the broker drops the command. */
const ANSWER_S = 10;

/** A line that reconnects by itself. It hears everything from the watched table, and a little from all others. */
export class Line {
  private readonly client: MqttClient;
  private readonly text = new TextDecoder();
  private watched: TableAddress | null = null;
  private besides: readonly string[] = [];
  /** For each topic of all tables that the broker refused: the same topic of each known table. */
  private readonly instead = new Map<string, string[]>();
  private lostAt: Date | null = null;
  private before = false;
  private attempts = 0;
  private reason = "";
  private readonly asked = new Map<string, (payload: string | null) => void>();
  /** Message ids of unacknowledged commands: the client would send these again when it reconnects. */
  private readonly underway = new Set<number>();

  constructor(
    private readonly opening: Opening,
    /** Passes news on to the page. */
    private readonly hand: (news: News) => void,
  ) {
    this.client = mqtt.connect(opening.url, {
      protocolVersion: 5,
      clientId: opening.client,
      clean: false,
      properties: { sessionExpiryInterval: SESSION_S },
      keepalive: KEEPALIVE_S,
      // The other kind of timer is a worker made from a blob, which a strict content security policy silently blocks.
      timerVariant: "native",
      reconnectPeriod: RETRY_MS,
      connectTimeout: 5000,
      resubscribe: false,
    });
    this.client.on("connect", () => this.connected());
    this.client.on("close", () => this.closed());
    this.client.on("reconnect", () => {
      this.attempts += 1;
      this.reportLoss();
    });
    this.client.on("error", (error) => {
      this.reason = error.message;
      this.reportLoss();
    });
    this.client.on("disconnect", (packet) => {
      this.reason = packet.properties?.reasonString ?? "";
    });
    this.client.on("message", (topic, payload, packet) => {
      const correlation = packet.properties?.correlationData;
      if (correlation === undefined) {
        hand({ kind: "message", topic, payload: this.text.decode(payload), kept: packet.retain });
      } else {
        this.asked.get(this.text.decode(correlation))?.(this.text.decode(payload));
      }
    });
  }

  /** Ask a table for something. The broker drops a request once its time is over. */
  ask({ id: question, table, name, args }: Question): void {
    if (!this.client.connected) {
      this.hand({ kind: "answer", id: question, payload: null });
      return;
    }
    let id: number | null = null;
    const settled = (): void => {
      if (id !== null) {
        this.underway.delete(id);
      }
      id = null;
    };
    const done = (payload: string | null): void => {
      clearTimeout(timer);
      if (id !== null) {
        this.client.removeOutgoingMessage(id);
      }
      this.asked.delete(question);
      this.hand({ kind: "answer", id: question, payload });
    };
    const timer = setTimeout(() => done(null), ANSWER_S * 1000);
    this.asked.set(question, done);
    const properties = {
      responseTopic: this.answers(table.hall),
      correlationData: question as unknown as Buffer,
      messageExpiryInterval: ANSWER_S,
    };
    const cbStorePut = (): void => {
      id = this.client.getLastMessageId();
      this.underway.add(id);
    };
    const topic = `${topicOf(table)}/${END.command}${this.opening.login}/${name}`;
    this.client.publish(topic, JSON.stringify(args), { qos: 1, properties, cbStorePut }, settled);
  }

  private answers(hall: string): string {
    const { login, client } = this.opening;
    return `${PREFIX}/${hall}/${END.answer}${login}/${client}`;
  }

  /** Listen to this table alone; the broker sends its retained messages again. */
  watch(table: TableAddress | null): void {
    const before = this.ofWatched();
    this.watched = table;
    if (this.client.connected) {
      this.leave(before);
      this.subscribe(this.ofWatched());
    }
  }

  /** Listen to these topics besides, instead of those named before. */
  hear(topics: readonly string[]): void {
    const gone = this.besides.filter((one) => !topics.includes(one));
    const fresh = topics.filter((one) => !this.besides.includes(one));
    this.besides = topics;
    if (this.client.connected) {
      const instead = gone.flatMap((one) => this.instead.get(one) ?? []);
      gone.forEach((one) => this.instead.delete(one));
      this.leave([...gone, ...instead]);
      this.hearAll(fresh);
    }
  }

  /** Subscribe to topics of all tables; if the broker refuses them, to the same topics of each known table. */
  private hearAll(topics: readonly string[]): void {
    if (topics.length === 0) {
      return;
    }
    this.client.subscribe([...topics], { qos: 1 }, (error, granted) => {
      const refused = error !== null || (granted ?? []).some((one) => one.qos > 2);
      if (!refused || !this.client.connected) {
        return;
      }
      for (const topic of topics.filter((one) => this.besides.includes(one))) {
        const known = this.opening.tables.filter((table) => topic.startsWith(`${PREFIX}/${table.hall}/+/`));
        this.instead.set(topic, known.map((table) => topic.replace("/+/", `/${table.table}/`)));
      }
      this.subscribe([...this.instead.values()].flat());
    });
  }

  /** Unsubscribe from those topics that nothing else needs. */
  private leave(topics: readonly string[]): void {
    const needed = new Set([...this.ofWatched(), ...[...this.instead.values()].flat()]);
    const gone = topics.filter((one) => !needed.has(one));
    if (gone.length > 0) {
      this.client.unsubscribe(gone);
    }
  }

  private ofWatched(): string[] {
    const { watched } = this;
    return watched === null ? [] : watchedTopics(watched);
  }

  private connected(): void {
    this.before = true;
    this.lostAt = null;
    this.attempts = 0;
    this.reason = "";
    this.instead.clear();
    this.hand({ kind: "fresh" });
    this.hand({ kind: "line", state: { kind: "connected" } });
    // Even if the broker remembers the session, subscribing again makes it send its retained messages.
    const { login, halls } = this.opening;
    const answers = login === "" ? [] : halls.map((hall) => this.answers(hall));
    this.subscribe([...this.ofWatched(), ...answers]);
    this.hearAll(this.besides);
  }

  private subscribe(topics: string[]): void {
    if (topics.length === 0) {
      return;
    }
    this.client.subscribe(topics, { qos: 1 }, (error, granted) => {
      const refused = granted?.filter((one) => one.qos > 2).map((one) => one.topic) ?? [];
      if (this.client.connected && (error !== null || refused.length > 0)) {
        this.hand({ kind: "line", state: { kind: "refused", topics: refused } });
      }
    });
  }

  private closed(): void {
    for (const id of [...this.underway]) {
      this.client.removeOutgoingMessage(id);
    }
    this.lostAt ??= new Date();
    this.reportLoss();
  }

  private reportLoss(): void {
    if (this.lostAt !== null) {
      const { before, lostAt: since, attempts, reason } = this;
      this.hand({ kind: "line", state: { kind: "lost", before, since, attempts, reason } });
    }
  }
}
