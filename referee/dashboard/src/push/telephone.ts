/** This telephone as one that the hall tells of calls while the page is closed (Web Push, RFC 8030). */

import { LANGUAGE } from "../texts/texts.js";

/** Why this telephone cannot be notified: a table's own page, no encryption, a page that must first be on the home screen, a
 * browser without push, a browser that reaches no push service, a hall that sends nothing or does not answer.
 */
export const OBSTACLES = ["table", "insecure", "home", "browser", "network", "hall", "away"] as const;
export type Obstacle = (typeof OBSTACLES)[number];
/** `waiting`: it is not known yet. `asked`: the browser asks for permission. `refused`: it was not given. */
export type Standing = "waiting" | "off" | "asked" | "on" | "refused" | Obstacle;

const WORKER = "push.js";
const DOOR = "push.json";

export class Telephone {
  standing: Standing = "waiting";
  private key = "";

  constructor(private readonly changed: () => void) {}

  /** Find out the state, and renew this telephone's subscription at the hall. `atHall`: this is a hall's page. */
  async begin(atHall: boolean): Promise<void> {
    const obstacle = atHall ? obstacleHere() : "table";
    this.become(obstacle ?? (await this.learned()));
  }

  /** Begin or end being told, or try again; only from a tap, for browsers ask for permission in no other way. */
  async turn(): Promise<void> {
    const { standing } = this;
    if (standing === "on") {
      await forgetTelephone();
      this.become("off");
    } else if (standing === "away") {
      this.become(await this.learned());
    } else if (standing === "off" || standing === "refused" || standing === "network") {
      this.become("asked");
      this.become(await this.allowed());
    }
  }

  private become(standing: Standing): void {
    this.standing = standing;
    this.changed();
  }

  private async learned(): Promise<Standing> {
    const answer = await ask("GET");
    if (answer === null) {
      return "away";
    }
    if (typeof answer.key !== "string") {
      return "hall";
    }
    this.key = answer.key;
    if (Notification?.permission === "denied") {
      return "refused";
    }
    const registration = await registered();
    for (const one of (await registration?.getNotifications?.()) ?? []) {
      one.close?.(); // the page shows what they said
    }
    const subscription = (await registration?.pushManager?.getSubscription?.()) ?? null;
    if (subscription !== null && !isMadeFor(subscription, bytesOf(this.key))) {
      await forgetTelephone(); // the hall has another key than it had
      return "off";
    }
    return subscription === null ? "off" : this.register(subscription);
  }

  private async allowed(): Promise<Standing> {
    const permission = (await Notification?.requestPermission?.()) ?? "denied";
    if (permission !== "granted") {
      return permission === "denied" ? "refused" : "off";
    }
    try {
      await navigator.serviceWorker.register(WORKER);
      const { pushManager } = await navigator.serviceWorker.ready;
      const subscription = await pushManager?.subscribe?.({ userVisibleOnly: true, applicationServerKey: bytesOf(this.key) });
      return subscription === undefined ? "browser" : await this.register(subscription);
    } catch {
      return "network";
    }
  }

  /** Tell the hall of a subscription. */
  private async register(subscription: PushSubscription): Promise<Standing> {
    const { endpoint, keys } = subscription.toJSON?.() ?? {};
    const answer = await ask("POST", { endpoint, point: keys?.p256dh, secret: keys?.auth, language: LANGUAGE });
    return answer === null ? "away" : "on";
  }
}

/** Have the hall forget this telephone, as after a logout. */
export async function forgetTelephone(): Promise<void> {
  const registration = await registered();
  const subscription = (await registration?.pushManager?.getSubscription?.()) ?? null;
  if (subscription !== null) {
    await ask("DELETE", { endpoint: subscription.endpoint });
    await subscription.unsubscribe?.().catch(() => false);
  }
  await registration?.unregister();
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return isSecureContext ? navigator.serviceWorker?.getRegistration().catch(() => undefined) : undefined;
}

function obstacleHere(): Obstacle | null {
  if (!isSecureContext) {
    return "insecure";
  }
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    return null;
  }
  // Only Safari on a telephone or tablet knows the first, and has push only for a page on the home screen.
  return (navigator as { standalone?: boolean }).standalone === false ? "home" : "browser";
}

async function ask(method: "GET" | "POST" | "DELETE", content?: unknown): Promise<Record<string, unknown> | null> {
  try {
    const body = content === undefined ? {} : { body: JSON.stringify(content), headers: { "Content-Type": "application/json" } };
    const answer = await fetch(DOOR, { method, cache: "no-store", ...body });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isMadeFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const made = options?.applicationServerKey;
  return made === undefined || made === null || new Uint8Array(made).join() === key.join();
}

/** Read bytes in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
}
