/** Decodes a table's answers to commands, with their texts in the page's language. */

import type { Answer } from "./orders.js";
import { render, renderLine } from "../texts/render.js";

/** Return the answer; null if it lacks the fields that every answer has. */
export function decodeAnswer(payload: string): Answer | null {
  try {
    const answer = JSON.parse(payload) as unknown;
    return isAnswer(answer) ? worded(answer) : null;
  } catch {
    return null;
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && typeof (value as Answer).ok === "boolean";

/** Return the answer with its reason and its entries in the page's language. */
function worded(answer: Answer): Answer {
  const entry = (each: unknown): unknown => {
    const { text, lines } = (typeof each === "object" && each !== null ? each : {}) as { text?: unknown; lines?: unknown };
    return typeof text === "string" ? { ...(each as object), text: renderLine(text, lines) } : each;
  };
  const { error, entries } = answer;
  return {
    ...answer,
    ...(error === undefined ? {} : { error: render(error, answer.code, answer.arguments) }),
    ...(Array.isArray(entries) ? { entries: entries.map(entry) } : {}),
    ...("entry" in answer ? { entry: entry(answer.entry) } : {}),
  };
}
