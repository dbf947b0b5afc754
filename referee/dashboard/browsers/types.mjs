/** Makes TypeScript's declarations of the language and the browser, with everything optional that one of our browsers
 * lacks. tsc then refuses to use it unless the code checks first (`navigator.vibrate?.(200)`), types and inheritance
 * included.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { features, lacking } from "./support.mjs";

const MODULES = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules", "@typescript");
const MEMBER = /^    (?:(?:readonly|get|set) )*(?:"(?<quoted>[^"]+)"|(?<name>[A-Za-z_$][\w$]*))(?=[(<:])/;
const ON_MDN = /\(https:\/\/developer\.mozilla\.org\/docs\/Web\/(?<path>[^)\s]+)\)/;

function folder() {
  const platform = readdirSync(MODULES).find((name) => name.startsWith("typescript-"));
  return join(MODULES, platform, "lib");
}

/** Return the text of a library and of all those that it refers to, each once. */
function library(name, read = new Set()) {
  if (read.has(name)) {
    return "";
  }
  read.add(name);
  const text = readFileSync(join(folder(), `lib.${name}.d.ts`), "utf-8");
  const referred = [...text.matchAll(/^\/\/\/ <reference lib="([^"]+)" \/>$/gm)].map((found) => found[1]);
  return [...referred.map((other) => library(other, read)), text.replace(/^\/\/\/ <reference.*$/gm, "")].join("\n");
}

/** Return the features that a declaration's comment links to: API/Navigator/vibrate, CSS/Reference/Properties/gap. */
function linked(path) {
  const [area, owner, member] = path.split("/");
  if (area === "CSS") {
    return [features.css.properties[path.split("/").at(-1)]];
  }
  const of = area === "API" ? features.api[owner] : undefined;
  return [member === undefined ? of : (of?.[member] ?? features.api[member])];
}

/** Return the features that a member is: that of its own interface, or of each interface that includes a mixin. */
function named(owner, member, users) {
  const { builtins } = features.javascript;
  return [owner, ...(users.get(owner) ?? [])]
    .map((name) => name.replace(/Constructor$/, ""))
    .map((name) => builtins[name] ?? builtins.Intl[name] ?? features.api[name] ?? {})
    .filter((known) => Object.hasOwn(known, member))
    .map((known) => known[member]);
}

/** Return whether one of our browsers lacks the feature; a mixin's member is missing only if all its users lack it. */
function isMissing(found) {
  return found.length > 0 && found.every((feature) => lacking(feature).length > 0);
}

/** Make a member `readonly a: T`, `get a(): T` or `a(b): T` optional, and readonly since assigning it would silently do
 * nothing. A constructor cannot be optional, so it is left out.
 */
function optional(line, member) {
  if (/^    (?:set |new[(<])/.test(line)) {
    return "";
  }
  const accessor = /^    get ([\w$]+)\(\): (.*)$/.exec(line);
  if (accessor) {
    return `    readonly ${accessor[1]}?: ${accessor[2]}`;
  }
  const made = line.replace(member[0], `${member[0]}?`);
  return /^    (?:readonly |[\w$"]+\?[(<])/.test(made) ? made : made.replace("    ", "    readonly ");
}

/** Return the interfaces that include each mixin, from `interface Response extends Body`. */
function usersIn(lines) {
  const users = new Map();
  for (const line of lines) {
    const found = /^interface (?<name>\w+) extends (?<parts>[\w, ]+) \{/.exec(line);
    for (const part of found?.groups.parts.split(", ") ?? []) {
      users.set(part, [...(users.get(part) ?? []), found.groups.name]);
    }
  }
  return users;
}

/** Return all of TypeScript's libraries that the page may use, as one file, for a compiler with `noLib`. */
export function declarations() {
  const lines = `${library("es2022")}\n${library("dom")}`.split("\n");
  const users = usersIn(lines);
  const overloads = new Set();
  let [owner, path, lacked] = ["", "", false];
  return lines
    .map((line) => {
      path = ON_MDN.exec(line)?.groups.path ?? path;
      const opened = /^(?:declare )?(?:interface|var|namespace|function) (?<name>[\w$]+)/.exec(line);
      const member = owner && MEMBER.exec(line);
      if (line.startsWith("}")) {
        const closed = lacked ? "} | undefined;" : line;
        [owner, path, lacked] = ["", "", false];
        return closed;
      }
      if (owner === "Intl" && /^    };?$/.test(line) && lacked) {
        lacked = false;
        return "    } | undefined;";
      }
      const inIntl = owner === "Intl" && /^    (?:const|var) (?<name>\w+): \{$/.exec(line);
      if (inIntl) {
        lacked = isMissing(named("Intl", inIntl.groups.name, users));
        return line;
      }
      if (!opened && !member) {
        return line;
      }
      const at = path;
      path = "";
      if (member) {
        const name = member.groups.name ?? member.groups.quoted;
        const own = named(owner, name === "new" ? owner : name, users);
        if (isMissing(own.length > 0 ? own : linked(at))) {
          overloads.add(`${owner}.${name}`);
        }
        return overloads.has(`${owner}.${name}`) ? optional(line, member) : line;
      }
      const { name } = opened.groups;
      const own = [features.api[name], ...named("Window", name, users)].filter(Boolean);
      const isLacked = !line.startsWith("interface") && isMissing(own.length > 0 ? own : linked(at));
      if (line.startsWith("declare function")) {
        return isLacked ? `declare var ${name}: { ${line.slice(`declare function ${name}`.length)} } | undefined;` : line;
      }
      if (line.endsWith(";")) {
        return isLacked ? `${line.slice(0, -1)} | undefined;` : line;
      }
      owner = name;
      lacked = isLacked && line.startsWith("declare var");
      return line;
    })
    .join("\n");
}
