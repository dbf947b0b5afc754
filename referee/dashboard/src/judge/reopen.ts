/** Opens a form again that was open before the page was loaded. */

import { type Desk, showCommand } from "./actions.js";
import { showFinding } from "./finding.js";
import { showAbout } from "./journal/entry.js";
import { type LyingTile, showTile } from "./journal/tile.js";
import type { FormOf } from "./sheets/draft.js";

export function reopen(form: FormOf, desk: Desk): void {
  switch (form[0]) {
    case "command":
      showCommand(form[1], desk, form[2], null);
      break;
    case "finding":
      showFinding(form[1], desk);
      break;
    case "tile":
      showTile(form[1] as LyingTile, desk);
      break;
    case "machine":
      break; // it belongs to another screen
    default:
      showAbout(form[0], form[1], desk);
  }
}
