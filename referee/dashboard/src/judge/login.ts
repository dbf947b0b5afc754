/** The login: the server of the table or hall checks name and password with the broker. The page keeps neither. */

import { byId, h } from "../elements/elements.js";
import { hideSheet } from "../elements/sheet.js";
import { forgetTelephone } from "../push/telephone.js";
import { decodeLogin, decodeSettings, type Login, type Settings } from "../table/settings.js";
import { t } from "../texts/texts.js";

const REASONS = ["wrong", "away", "elsewhere", "busy", "request"] as const;

/** Show the login until somebody has logged in, with `notice` above it. */
export async function askLogin({ tables, halls }: Settings, notice = ""): Promise<Login> {
  const [table] = tables;
  const title = table === undefined ? t.loginHall(halls.join(", ")) : `${t.loginAs} ${table.name}`;
  const place = byId("login-page");
  place.hidden = false;
  for (const id of ["who", "turn-view", "status", "table-page", "hall-page", "clock-page", "machine-page", "actions", "orders"]) {
    byId(id).hidden = true;
  }
  const login = await letIn(place, title, table === undefined, notice);
  place.hidden = true;
  return login;
}

/** Show a form for name and password in this place until somebody has logged in. */
export function letIn(place: HTMLElement, title: string, atHall: boolean, notice = ""): Promise<Login> {
  const message = h("p", { class: "login-said", role: "alert" }, notice);
  const name = h("input", { id: "login-name", name: "username", autocomplete: "username", autocapitalize: "none", required: true });
  const password = h("input", { id: "login-password", name: "password", type: "password", autocomplete: "current-password" });
  const button = h("button", { type: "submit", class: "main" }, t.login);
  const form = h(
    "form",
    { class: "login" },
    h("h2", {}, title),
    message,
    h("label", { for: "login-name" }, t.name),
    name,
    h("label", { for: "login-password" }, t.password),
    password,
    button,
  );
  place.replaceChildren(form);
  name.focus();
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      button.disabled = true;
      message.textContent = "";
      void logIn(name.value.trim(), password.value, atHall).then((answer) => {
        button.disabled = false;
        if (typeof answer === "string") {
          message.textContent = answer;
          password.select();
          return;
        }
        place.replaceChildren();
        resolve(answer);
      });
    });
  });
}

/** Return the login, or advice if it was refused. */
async function logIn(name: string, password: string, atHall: boolean): Promise<Login | string> {
  try {
    const answer = await fetch("login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, password }),
    });
    const sent = (await answer.json()) as Record<string, unknown>;
    const login = answer.ok ? decodeLogin(sent) : null;
    const why = REASONS.find((one) => one === sent.error) ?? "request";
    return login ?? (atHall && why === "elsewhere" ? t.elsewhereThanHall : t[why]);
  } catch {
    return t.unreachable;
  }
}

/** End the session and reload the page. */
export async function logOut(): Promise<void> {
  await forgetTelephone();
  await fetch("logout", { method: "POST" }).catch(() => null);
  location.reload();
}

/** Show the login again if the session has ended. */
export async function endIfExpired(settings: Settings): Promise<void> {
  if (settings.login === null || !byId("login-page").hidden) {
    return;
  }
  try {
    const answer = await fetch("settings.json", { cache: "no-store" });
    const now = decodeSettings(await answer.json(), new URL(location.href));
    if (now.login === null && byId("login-page").hidden) {
      hideSheet();
      await askLogin(settings, t.expired);
      location.reload();
    }
  } catch {
    // The server is away as well, which the status line already says.
  }
}
