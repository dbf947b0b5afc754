/** The way out for an onlooker who has logged in, instead of coming by a code. */

import { decodeLogin } from "../table/settings.js";
import { t } from "../texts/texts.js";

/** Makes of the button a way to log out; it stays hidden for who is not logged in. */
export async function offerLogOut(button: HTMLElement): Promise<void> {
  button.addEventListener("click", () => {
    void fetch("logout", { method: "POST" })
      .catch(() => null)
      .then(() => location.replace("./"));
  });
  if (location.hash.length > 1) {
    return; // a code was scanned: it is looked at by that, whoever is logged in on this device
  }
  try {
    const answer = await fetch("settings.json", { cache: "no-store" });
    const login = decodeLogin(((await answer.json()) as { login: unknown }).login);
    button.textContent = login === null ? "" : `${login.name} · ${t.logout}`;
    button.hidden = login === null;
  } catch {
    // The server is away: the line says so.
  }
}
