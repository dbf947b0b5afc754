/** The texts of the tournament pages, in the page's language. */

import { BOOKS_EN, type BookTexts } from "./books-en.js";
import { BOOKS_JA } from "./books-ja.js";
import { LANGUAGE } from "./texts.js";

export const b: BookTexts = LANGUAGE === "ja" ? BOOKS_JA : BOOKS_EN;
