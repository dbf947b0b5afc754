/** The worker that holds the line to the broker: however much comes at once, the page is never kept waiting for it. */

import { Backlog } from "./backlog.js";
import { Line } from "./line.js";
import { PORTION, type FromWorker, type News, type ToWorker } from "./post.js";

/** What a worker has of its global scope; TypeScript's library is of a page's. */
declare const self: {
  postMessage(said: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const backlog = new Backlog();
let line: Line | null = null;
/** How many the page takes now; 0 while it has not worked through all that was posted. */
let takes = PORTION;
let planned = false;

/** Posts together what comes together. */
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
      takes = said.most;
      plan();
      break;
    case "alive":
      self.postMessage({ kind: "alive" });
      break;
  }
};

self.postMessage({ kind: "alive" });
