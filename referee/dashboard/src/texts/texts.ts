/** The page's language: the person's choice, otherwise that of the browser. */

import { VOCABULARY } from "../declared/commands.js";
import type { Vocabulary } from "../declared/form.js";
import { EN, type Texts } from "./en.js";
import { JA } from "./ja.js";

const KEPT = "jantaku-language";
type Language = "en" | "ja";

function remembered(): Language {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept === "en" || kept === "ja") {
      return kept;
    }
  } catch {
    // The browser has no storage.
  }
  return typeof navigator !== "undefined" && navigator.language.startsWith("ja") ? "ja" : "en";
}

export const LANGUAGE: Language = remembered();
export const t: Texts = LANGUAGE === "ja" ? JA : EN;
export const vocabulary: Vocabulary = VOCABULARY[LANGUAGE];

/** Switch the page to the other language. */
export function otherLanguage(): void {
  try {
    localStorage.setItem(KEPT, LANGUAGE === "ja" ? "en" : "ja");
  } catch {
    return;
  }
  location.reload();
}
