/** The worker that shows a message of the hall while the page is closed. It is registered for nothing else: it answers no
 * request of the page and keeps nothing, so that nothing old is ever taken for now.
 */

import { decodeNotice, type Notice } from "./notice.js";

/** The worker's global scope, as far as we use it: TypeScript's library describes that of a page. */
interface Window_ {
  readonly url: string;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Pushed extends Lasting {
  readonly data: { text(): string } | null;
}

interface Tapped extends Lasting {
  readonly notification: Notification;
}

declare const self: {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Window_[]>; openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install", call: (event: Lasting) => void): void;
  addEventListener(name: "push", call: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", call: (event: Tapped) => void): void;
};

/** All notices that something is over share one line, which the next message takes away. */
const OVER = "over";

/** Messages that arrive together are shown one after the other: each looks for the line that it takes away. */
let shown: Promise<unknown> = Promise.resolve();

/** Show a message, and take away the one that it follows. A browser takes the permission away from a worker that is woken
 * and shows nothing, so a call is withdrawn by a silent line that says who goes.
 */
async function show(notice: Notice): Promise<void> {
  const { registration } = self;
  for (const one of (await registration.getNotifications?.()) ?? []) {
    if (one.tag === notice.tag || one.tag === OVER) {
      one.close?.();
    }
  }
  const pages = await windows();
  const silent = notice.over || pages.some((one) => one.visibilityState === "visible"); // an open page rings itself
  await registration.showNotification?.(notice.title, {
    body: notice.body,
    tag: notice.over ? OVER : notice.tag,
    silent,
    icon: "icon-192.png",
    data: notice.address,
  });
}

async function windows(): Promise<Window_[]> {
  const page = new URL(self.registration.scope).pathname;
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === page);
}

/** Show the table of a message, in the page if it is open somewhere. */
async function open(address: unknown): Promise<void> {
  const url = `${self.registration.scope}${typeof address === "string" ? address : ""}`;
  const [page] = await windows();
  if (page === undefined) {
    await self.clients.openWindow(url);
    return;
  }
  await page.focus();
  await page.navigate(url).catch(() => null); // a page that was opened before the worker stays where it is
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("push", (event) => {
  shown = shown.catch(() => null).then(() => show(decodeNotice(event.data?.text() ?? "")));
  event.waitUntil(shown);
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close?.();
  event.waitUntil(open(event.notification.data));
});
