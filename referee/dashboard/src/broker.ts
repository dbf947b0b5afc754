/** The way to the broker: MQTT 5 over WebSocket, for reading only. */

import mqtt, { type MqttClient } from "mqtt";
import type { Link } from "./connection.js";
import type { TableAddress } from "./settings.js";

/** How long the broker keeps entries for a page that is away, in seconds. */
const SESSION_S = 600;
/** A broker that is silent for one and a half times this is lost, in seconds. */
const KEEPALIVE_S = 10;
const RETRY_MS = 1000;

export interface Listener {
  link(link: Link): void;
  /** The broker is there (again): all that is retained follows. */
  fresh(): void;
  message(topic: string, payload: string): void;
}

export function topicOf(table: TableAddress): string {
  return `jantaku/1/${table.hall}/${table.table}`;
}

function clientName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A connection that comes back by itself and listens to all tables, and to the journal of the watched one. */
export class Broker {
  private readonly client: MqttClient;
  private readonly text = new TextDecoder();
  private watched: TableAddress | null = null;
  private lostAt: Date | null = null;
  private before = false;
  private attempts = 0;
  private reason = "";

  constructor(
    url: string,
    private readonly tables: TableAddress[],
    private readonly listener: Listener,
  ) {
    this.client = mqtt.connect(url, {
      protocolVersion: 5,
      clientId: clientName(),
      clean: false,
      properties: { sessionExpiryInterval: SESSION_S },
      keepalive: KEEPALIVE_S,
      // The other kind of timer is a worker made of a blob, which a strict content policy forbids without a word.
      timerVariant: "native",
      reconnectPeriod: RETRY_MS,
      connectTimeout: 5000,
      resubscribe: false,
    });
    this.client.on("connect", () => this.connected());
    this.client.on("close", () => this.closed());
    this.client.on("reconnect", () => {
      this.attempts += 1;
      this.tell();
    });
    this.client.on("error", (error) => {
      this.reason = error.message;
      this.tell();
    });
    this.client.on("disconnect", (packet) => {
      this.reason = packet.properties?.reasonString ?? "";
    });
    this.client.on("message", (topic, payload) => listener.message(topic, this.text.decode(payload)));
  }

  /** Listen to this table's journal, and to no other. */
  watch(table: TableAddress | null): void {
    if (this.watched !== null && this.client.connected) {
      this.client.unsubscribe(`${topicOf(this.watched)}/event`);
    }
    this.watched = table;
    if (table !== null && this.client.connected) {
      this.subscribe([`${topicOf(table)}/event`]);
    }
  }

  private connected(): void {
    this.before = true;
    this.lostAt = null;
    this.attempts = 0;
    this.reason = "";
    this.listener.fresh();
    this.listener.link({ kind: "connected" });
    // Subscribing again, although the session may be remembered, makes the broker send what it retains.
    const topics = this.tables.flatMap((table) =>
      ["status", "state", "alert/+"].map((below) => `${topicOf(table)}/${below}`),
    );
    this.subscribe(this.watched === null ? topics : [...topics, `${topicOf(this.watched)}/event`]);
  }

  private subscribe(topics: string[]): void {
    this.client.subscribe(topics, { qos: 1 }, (error, granted) => {
      const refused = granted?.filter((one) => one.qos > 2).map((one) => one.topic) ?? [];
      if (this.client.connected && (error !== null || refused.length > 0)) {
        const what = refused.join(", ") || "the table";
        this.listener.link({ kind: "refused", reason: `The broker does not let this page read ${what}` });
      }
    });
  }

  private closed(): void {
    this.lostAt ??= new Date();
    this.tell();
  }

  private tell(): void {
    if (this.lostAt !== null) {
      const { before, lostAt: since, attempts, reason } = this;
      this.listener.link({ kind: "lost", before, since, attempts, reason });
    }
  }
}
