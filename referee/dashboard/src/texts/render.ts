/** Renders the messages of tables in the page's language; a message without a wording is shown as sent. */

import { LANGUAGE } from "./texts.js";
import { Speaker, type Words } from "./speaker.js";

let speaker: Speaker | null = null;

/** Fetch the wordings in the page's language; without them, everything is shown as sent. */
export async function fetchWords(): Promise<void> {
  try {
    const answer = await fetch(`words-${LANGUAGE}.json`);
    speaker = answer.ok ? new Speaker((await answer.json()) as Words) : null;
  } catch {
    // The server is away, which later requests will report.
  }
}

/** Render a message, sent with its code and arguments. */
export function render(sent: string, code: unknown, args: unknown): string {
  return speaker?.say(code, args) ?? sent;
}

/** Return the names of the arguments that the text of a code takes; none if the page does not know the code. */
export function argumentsOf(code: string): readonly string[] {
  return speaker?.argumentsOf(code) ?? [];
}

/** Render a line of the journal, sent with its messages. */
export function renderLine(sent: string, messages: unknown): string {
  return (Array.isArray(messages) ? speaker?.line(messages) : null) ?? sent;
}

/** Render the reason why a zone cannot be read. */
export function lossWords(why: string): string {
  return speaker?.word("loss", why) ?? why;
}
