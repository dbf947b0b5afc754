/** What tables say, in the page's language; as it was sent where the page has no words for it. */

import { LANGUAGE } from "./texts.js";
import { Speaker, type Words } from "./speaker.js";

let speaker: Speaker | null = null;

/** Fetches the words of the page's language; without them everything is shown as it was sent. */
export async function fetchWords(): Promise<void> {
  try {
    const answer = await fetch(`words-${LANGUAGE}.json`);
    speaker = answer.ok ? new Speaker((await answer.json()) as Words) : null;
  } catch {
    // The server is away. What follows will say so.
  }
}

/** A text that was sent with its code and arguments. */
export function said(sent: string, code: unknown, args: unknown): string {
  return speaker?.say(code, args) ?? sent;
}

/** A line of the journal that was sent with its messages. */
export function saidLine(sent: string, messages: unknown): string {
  return (Array.isArray(messages) ? speaker?.line(messages) : null) ?? sent;
}

/** Why a zone cannot be read. */
export function lossWords(why: string): string {
  return speaker?.word("loss", why) ?? why;
}
