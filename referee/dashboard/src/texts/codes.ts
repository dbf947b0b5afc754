/** The texts about codes for players and streams, on the judge's page. */

import { LANGUAGE } from "./texts.js";

const EN = {
  links: "Codes",
  linkTitle: (table: string): string => `Codes for players and stream: table ${table}`,
  forPlayers: "Players",
  playersWhy: "Points and places on a telephone. Void when the next hanchan begins.",
  forWall: "Wall screen",
  wallWhy: "The same for a screen of the club. Stays valid.",
  forStream: "Stream (OBS)",
  streamWhy: "A browser source of 1920 × 1080. Shows each hand once it is closed, late by the set delay.",
  noPlayers: "Players see nothing now: the rules or the club's setting (players_page) say so.",
  loopback: "You opened this page as localhost: other devices cannot reach this address. Open it by the table's own address.",
  linksElsewhere: (table: string): string => `The own page of table ${table} has its codes. Open it at the address of that table's computer, and log in there.`,
  noLinks: "The table's server does not answer.",
};

const JA: typeof EN = {
  links: "コード",
  linkTitle: (table) => `選手と配信のコード（${table}卓）`,
  forPlayers: "選手",
  playersWhy: "携帯電話で点数と順位を見られます。次の半荘が始まると無効になります。",
  forWall: "壁の画面",
  wallWhy: "クラブの画面用です。ずっと有効です。",
  forStream: "配信（OBS）",
  streamWhy: "1920 × 1080のブラウザソースに使います。局が終わってから、設定した分だけ遅れて表示します。",
  noPlayers: "規則またはクラブの設定（players_page）により、選手には何も表示されません。",
  loopback: "このページはlocalhostで開かれています。ほかの機器からは届きません。卓のアドレスで開いてください。",
  linksElsewhere: (table) => `コードは${table}卓自身のページにあります。その卓のコンピューターのアドレスで開き、ログインしてください。`,
  noLinks: "卓のサーバーが応答しません。",
};

export const c = LANGUAGE === "ja" ? JA : EN;
