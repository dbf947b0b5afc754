/** The logout of an onlooker who has logged in instead of scanning a code. */

import { decodeLogin } from "../table/settings.js";
import { t } from "../texts/texts.js";

/** Make the button a logout; it stays hidden if nobody is logged in. */
export async function offerLogOut(button: HTMLElement): Promise<void> {
  button.addEventListener("click", () => {
    void fetch("logout", { method: "POST" })
      .catch(() => null)
      .then(() => location.replace("./"));
  });
  if (location.hash.length > 1) {
    return; // a scanned code counts for more than a login on this device
  }
  try {
    const answer = await fetch("settings.json", { cache: "no-store" });
    const login = decodeLogin(((await answer.json()) as { login: unknown }).login);
    button.textContent = login === null ? "" : `${login.name} · ${t.logout}`;
    button.hidden = login === null;
  } catch {
    // The server is away, which the status line says.
  }
}
