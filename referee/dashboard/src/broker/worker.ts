/** The worker that holds the line to the broker: however much comes at once, the page is never kept waiting for it. */

import { Backlog } from "./backlog.js";
import { Line } from "./line.js";
import type { FromWorker, News, ToWorker } from "./post.js";

/**
 * How much the page is given at once at most. It makes objects of all that is posted before it looks at the first of
 * them; this many took a tablet's processor less than a millisecond.
 */
export const PORTION = 100;

/** What a worker has of its global scope; TypeScript's library is of a page's. */
declare const self: {
  postMessage(said: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const backlog = new Backlog();
let line: Line | null = null;
/** Whether the page has worked through all that was posted. */
let isReady = true;
let planned = false;

/** Posts together what comes together. */
function hand(news: News): void {
  backlog.put(news);
  plan();
}

function plan(): void {
  if (isReady && !planned && backlog.size > 0) {
    planned = true;
    setTimeout(() => {
      planned = false;
      isReady = false;
      self.postMessage({ kind: "news", news: backlog.take(PORTION) });
    });
  }
}

self.onmessage = ({ data: said }) => {
  switch (said.kind) {
    case "open":
      line = new Line(said.opening, hand);
      break;
    case "watch":
      line?.watch(said.table);
      break;
    case "hear":
      line?.hear(said.topics);
      break;
    case "ask":
      line?.ask(said.question);
      break;
    case "more":
      isReady = true;
      plan();
      break;
    case "alive":
      self.postMessage({ kind: "alive" });
      break;
  }
};

self.postMessage({ kind: "alive" });
