/** The worker that holds the line to the broker: however much arrives at once, it never blocks the page. */

import { Backlog } from "./backlog.js";
import { Line } from "./line.js";
import { PORTION, type FromWorker, type News, type ToWorker } from "./post.js";

/** The worker's global scope, as far as we use it: TypeScript's library describes that of a page. */
declare const self: {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const backlog = new Backlog();
let line: Line | null = null;
/** How many items the page can take now; 0 until it has handled everything it was sent. */
let takes = PORTION;
let planned = false;

/** Queue news; all news of one turn of the event loop is posted together. */
function hand(news: News): void {
  backlog.put(news);
  plan();
}

function plan(): void {
  if (takes > 0 && !planned && backlog.size > 0) {
    planned = true;
    setTimeout(() => {
      planned = false;
      self.postMessage({ kind: "news", news: backlog.take(takes) });
      takes = 0;
    });
  }
}

self.onmessage = ({ data: message }) => {
  switch (message.kind) {
    case "open":
      line = new Line(message.opening, hand);
      break;
    case "watch":
      line?.watch(message.table);
      break;
    case "hear":
      line?.hear(message.topics);
      break;
    case "ask":
      line?.ask(message.question);
      break;
    case "more":
      takes = message.most;
      plan();
      break;
    case "alive":
      self.postMessage({ kind: "alive" });
      break;
  }
};

self.postMessage({ kind: "alive" });
