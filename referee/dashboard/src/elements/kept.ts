/** What the browser keeps of the open form until its tab is closed; nothing where it may keep nothing. */

const NAME = "form";

export function keep(value: unknown): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(value));
  } catch {
    // Without it a reload forgets the form, as it always did.
  }
}

/** Return what was kept last, undefined if nothing is. */
export function kept(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
